// The end of a tournament on the wall: the winners stand on blocks of wood between baobabs, with face and wreath.

import { html, nothing, svg } from "./lit.js";
import { picture } from "./pictures.js";
import { listed, t } from "./words.js";

const STEPS = 3;
const LEAVES = 11; // on each side of a wreath

/**
 * The podium, with the first in the middle; more than three stand in a row. A rank of 0: the winners are equals.
 * @param {Wire.ShownWinner[]} winners
 */
export function podium(winners) {
  const said = winners.map(({ name, rank }) => rank ? `${rank}. ${name}` : name);
  const [first, second, ...others] = winners;
  const order = winners.length === STEPS && first.rank ? [second, first, ...others] : winners;
  return html`
    <div class="podium" role="img" aria-label=${t("Winners: {names}", { names: listed(said) })}>
      ${[1, 2, 3, 4].map((number) => html`<div class="baobab at-${number}">${baobab}</div>`)}
      <div class=${winners.length > STEPS ? "steps many" : "steps"}>${order.map(step)}</div>
    </div>
  `;
}

/** @param {Wire.ShownWinner} winner */
const step = ({ name, picture: face, rank }) =>
  html`
    <div class="step rank-${Math.min(rank, STEPS)}">
      <div class="crowned">${wreath}<span class="portrait">${picture(face) ?? name.slice(0, 1)}</span></div>
      <b class="who name">${name}</b>
      <div class="block">${rank > 0 ? html`<span>${rank}</span>` : nothing}</div>
    </div>
  `;

const leaves = Array.from({ length: LEAVES }, (_, number) =>
  svg`
    <path class="leaf" d="M0 0C9-13 27-13 39 0 27 13 9 13 0 0z"
      transform="rotate(${84 - number * 14}) translate(86 0) rotate(-76)" />
  `);
const wreath = html`
  <svg class="wreath" viewBox="-120 -120 240 240">
    <g>${leaves}</g>
    <g transform="scale(-1 1)">${leaves}</g>
  </svg>
`;

const TRUNK = "M120 350c-14-90-6-150 18-190l-62-42 12-10 68 34 6-46h18l4 46 66-34 12 10-60 42c26 40 34 100 20 190z";
const CROWN =
  "M40 96a52 36 0 0 1 52-62 80 44 0 0 1 130-6 60 40 0 0 1 50 66 46 30 0 0 1-60 22 70 34 0 0 1-108 4 50 34 0 0 1-64-24z";
const baobab = html`
  <svg viewBox="0 0 310 350">
    <path class="trunk" d=${TRUNK} />
    <path class="crown" d=${CROWN} />
  </svg>
`;
