// How pupils get on: the same three small plots for the class and each pupil, with a bar for each week; and a table.

import { html, nothing, svg } from "./lit.js";
import { t } from "./words.js";

const [WIDTH, HEIGHT] = [132, 44];
/** @type {Wire.Tally} */
const NOTHING = { games: 0, won: 0, drawn: 0, moves: 0, judged: 0, thrown: 0, longest: 0, sown: 0, misses: 0 };

/**
 * @typedef {Record<string, Wire.Tally>} Weeks
 * @typedef {Pick<Wire.Tally, "games" | "thrown" | "longest">} Scale
 * @typedef {[number, string][]} Stack parts of a bar from below, each with its look
 */

/**
 * The plots of a class and its pupils.
 * @param {Wire.Progress} data
 */
export function progressPlots(data) {
  const pupils = Object.entries(data.pupils);
  const weeks = [...new Set([data.class, ...Object.values(data.pupils)].flatMap((own) => Object.keys(own)))].sort();
  if (!weeks.length) return html`<p class="note">${t("Nothing has been played yet.")}</p>`;
  const most = largest(pupils.map(([, own]) => own));
  const [first, last] = [weeks[0], weeks[weeks.length - 1]];
  const scale = t("A bar is a week, from {first} to {last}; the bars of all pupils have the same scale.", {
    first,
    last,
  });
  return html`
    <section class="progress" aria-label=${t("Progress of the class")}>
      ${card(t("The class"), data.class, weeks, { ...most, ...largest([data.class]) })}
      ${pupils.map(([name, own]) => card(name, own, weeks, most))}
      <p class="note">${scale}</p>
      <details class="panel"><summary>${t("As a table")}</summary>${table(pupils)}</details>
    </section>
  `;
}

/**
 * The largest of the counts that are drawn, so that one scale serves all plots.
 * @param {Weeks[]} all
 * @returns {Scale}
 */
function largest(all) {
  const every = all.flatMap((own) => Object.values(own));
  /** @type {(of: (week: Wire.Tally) => number, least: number) => number} */
  const most = (of, least) => Math.max(least, ...every.map(of));
  return {
    games: most(({ games }) => games, 1),
    thrown: most(({ thrown, judged }) => share(thrown, judged), 0.2),
    longest: most(({ longest }) => longest, 1),
  };
}

/** @type {(part: number, whole: number) => number} */
const share = (part, whole) => (whole ? part / whole : 0);
/** @type {(part: number, whole: number) => string} */
const percent = (part, whole) => `${Math.round(100 * share(part, whole))} %`;

/** @param {Weeks} own */
function total(own) {
  const sum = { ...NOTHING };
  for (const week of Object.values(own)) {
    for (const name of /** @type {(keyof Wire.Tally)[]} */ (Object.keys(sum))) {
      sum[name] = name === "longest" ? Math.max(sum.longest, week.longest) : sum[name] + (week[name] ?? 0);
    }
  }
  return sum;
}

/**
 * Draw the three plots of one pupil, or of the class.
 * @param {string} name
 * @param {Weeks} own
 * @param {string[]} weeks
 * @param {Scale} most
 */
function card(name, own, weeks, most) {
  const all = total(own);
  /** @type {(week: Wire.Tally) => Stack} */
  const won = ({ games, won, drawn }) => [
    [won / most.games, "won"],
    [drawn / most.games, "drawn"],
    [(games - won - drawn) / most.games, "lost"],
  ];
  /** @type {[string, (week: Wire.Tally) => Stack, (week: Wire.Tally) => string][]} */
  const plots = [
    [
      t("{won} of {count} game won", "{won} of {count} games won", { won: all.won, count: all.games }),
      won,
      ({ won, games }) => `${won}/${games}`,
    ],
    [
      all.judged
        ? t("{percent} of the moves lost a won position", { percent: percent(all.thrown, all.judged) })
        : t("No move could be judged"),
      ({ thrown, judged }) => [[share(thrown, judged) / most.thrown, "thrown"]],
      ({ thrown, judged }) => (judged ? percent(thrown, judged) : "–"),
    ],
    [
      all.sown
        ? t("{count} seed in the longest sowing by hand", "{count} seeds in the longest sowing by hand", {
          count: all.longest,
        })
        : t("Nothing sown by hand"),
      ({ longest }) => [[longest / most.longest, "longest"]],
      ({ longest, sown }) => (sown ? String(longest) : "–"),
    ],
  ];
  const drawn = plots.map(([told, stack, said]) =>
    html`<figure>${plot(`${name}: ${told}`, own, weeks, stack, said)}<figcaption>${told}</figcaption></figure>`
  );
  return html`
    <article class="pupil">
      <h2>${name}</h2>
      <div class="plots">${drawn}</div>
    </article>
  `;
}

/**
 * Draw a bar for each week; `said` writes its number.
 * @param {string} title
 * @param {Weeks} own
 * @param {string[]} weeks
 * @param {(week: Wire.Tally) => Stack} stack
 * @param {(week: Wire.Tally) => string} said
 */
function plot(title, own, weeks, stack, said) {
  const step = WIDTH / weeks.length;
  const wide = Math.min(step * 0.8, 14);
  const bars = weeks.flatMap((week, i) => {
    let top = HEIGHT;
    return stack(own[week] ?? NOTHING).map(([part, look]) => {
      const high = part * (HEIGHT - 2);
      top -= high;
      return high > 0
        ? svg`<rect class=${look} x=${(i + 0.5) * step - wide / 2} y=${top} width=${wide} height=${high} />`
        : nothing;
    });
  });
  const told = weeks.filter((week) => own[week]).map((week) => `${week}: ${said(own[week])}`).join(", ");
  return html`
    <svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT + 1}" preserveAspectRatio="none" role="img">
      <title>${title}</title>
      <desc>${told}</desc>
      ${bars}
      <path class="ground" d="M0 ${HEIGHT + 0.5}H${WIDTH}" />
    </svg>
  `;
}

/**
 * Write all counts as a table.
 * @param {[string, Weeks][]} pupils
 */
function table(pupils) {
  const heads = [
    t("Pupil"),
    t("Week"),
    t("Games"),
    t("Won"),
    t("Drawn"),
    t("Moves"),
    t("Given away"),
    t("Longest by hand"),
    t("Misses"),
  ];
  /** @param {Wire.Tally} week */
  const cells = ({ games, won, drawn, moves, thrown, judged, longest, sown, misses }) => {
    const [far, missed] = sown ? [longest, misses] : ["–", "–"];
    return [games, won, drawn, moves, judged ? `${thrown}/${judged}` : "–", far, missed];
  };
  const rows = pupils.flatMap(([name, own]) =>
    Object.entries(own).map(([week, counts]) =>
      html`<tr><th scope="row">${name}</th><td>${week}</td>${
        cells({ ...NOTHING, ...counts }).map((cell) => html`<td>${cell}</td>`)
      }</tr>`
    )
  );
  return html`
    <div class="scrolled" tabindex="0" role="region" aria-label=${t("As a table")}>
      <table>
        <thead>
          <tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr>
        </thead>
        <tbody>${rows}</tbody>
      </table>
    </div>
  `;
}
