// What goes over the wire, for the scripts in static/: made by tools/wire.py from the server's structs.

declare namespace Wire {
  /** Rows of pits from North to South, each from West to East; `special` is the name of the special pits. */
  interface ShownRows {
    kind: "rows";
    to_move: string;
    special: string;
    rows: ShownPit[][];
    reserves: ShownReserve[];
  }
  /** A pit: its place as events name it, its name for people, its label, its seeds, and its side ("" for none). */
  interface ShownPit {
    place: string;
    name: string;
    label: string;
    seeds: number;
    side: string;
    special: boolean;
  }
  /** The seeds that a side holds off the board. */
  interface ShownReserve {
    side: string;
    seeds: number;
  }
  /** Points, and the lines between them as pairs of indices of `points`; `note` is shown beside the board. */
  interface ShownLattice {
    kind: "lattice";
    to_move: string;
    note: string;
    files: number;
    ranks: number;
    lines: [number, number][];
    points: ShownPoint[];
  }
  /** A point: its file and rank counted from 0, the piece there ("" for none), and whether it may be huffed. */
  interface ShownPoint {
    place: string;
    x: number;
    y: number;
    piece: string;
    huffable: boolean;
  }
  /** The first message: the token of a seat, if it has one, a first name, and the language to be answered in. */
  interface Hello {
    kind: "hello";
    token?: string;
    name?: string;
    language?: string;
    line?: string;
    id?: number;
  }
  /** Asks whether the server is still there. */
  interface Ping {
    kind: "ping";
    id?: number;
  }
  /** Asks for another language. */
  interface Speak {
    kind: "speak";
    language: string;
    id?: number;
  }
  /** Asks for the free seat. */
  interface Sit {
    kind: "sit";
    name?: string;
    id?: number;
  }
  /** Plays a move; `by_hand` where it was sown seed by seed, with this many `misses`. */
  interface Move {
    kind: "move";
    turn: number;
    move: string;
    by_hand?: boolean;
    misses?: number;
    first?: [string, string][];
    id?: number;
  }
  /** Lays out the seeds (cake rule). */
  interface Lay {
    kind: "lay";
    turn: number;
    position: string;
    id?: number;
  }
  /** Says who starts (cake rule): the one who chooses, or the other. */
  interface Choose {
    kind: "choose";
    turn: number;
    me: boolean;
    id?: number;
  }
  /** Takes a move back, or asks for it. */
  interface Undo {
    kind: "undo";
    turn: number;
    id?: number;
  }
  /** Offers a draw. */
  interface Draw {
    kind: "draw";
    turn: number;
    id?: number;
  }
  /** Starts a new game at the same table, or asks for it. */
  interface Again {
    kind: "again";
    turn: number;
    id?: number;
  }
  /** Starts the second round. */
  interface Vela {
    kind: "vela";
    turn: number;
    id?: number;
  }
  /** Answers an offer. */
  interface Answer {
    kind: "answer";
    turn: number;
    yes: boolean;
    id?: number;
  }
  /** Gives the game up. */
  interface Resign {
    kind: "resign";
    turn: number;
    id?: number;
  }
  /** Says that somebody was let in: the seats that he holds, the token that opens them, and the room's code. */
  interface Welcome {
    kind: "welcome";
    seats: number[];
    token: string;
    code: string;
  }
  /** The state of a room, in one language. It is sent once to each browser, which is then sent what has `Changed`. */
  interface State {
    kind: "state";
    seq: number;
    turn: number;
    code: string;
    mode: "alone" | "apart" | "here";
    phase: "choose" | "layout" | "over" | "play";
    active: number | null;
    free_seat: number | null;
    game: string;
    start: string;
    position: string;
    moves: string[];
    tree: string[] | null;
    starter: string;
    layer: number;
    cake: boolean;
    last: string | null;
    paths: ShownPath[];
    offer: ShownOffer | null;
    again: boolean;
    left: number[] | null;
    seats: ShownSeat[];
    language: string;
    title: string;
    picture: ShownRows | ShownLattice;
    turn_told: ShownTurn | null;
    task: string;
    order: string;
    outcome: ShownOutcome | null;
    sides: ShownSide[];
    notation: string;
    lead: string;
    levels: number;
    unaided: boolean;
  }
  /** A way of choosing a turn: its text, the move that it is, and the taps; without a move it goes on. */
  interface ShownPath {
    text: string;
    move: string | null;
    path: ShownChoice[];
  }
  /** One tap in the choosing of a turn (`lalao.games.game.Choice`). */
  interface ShownChoice {
    place: string;
    how: string;
    taken: string[];
    after: number;
  }
  /** A request of one seat to the other. */
  interface ShownOffer {
    seat: number;
    what: "again" | "draw" | "undo";
  }
  /** A seat: its side, who sits there, the computer's player if it is one, and whether somebody is there. */
  interface ShownSeat {
    side: string;
    name: string;
    computer: string;
    present: boolean;
  }
  /** A turn: its events one by one, and in one sentence. */
  interface ShownTurn {
    move: string;
    events: ShownEvent[];
    told: string;
  }
  /** A gesture of a hand (`lalao.events.Event`), and the words for it. */
  interface ShownEvent {
    key: "capture" | "drop" | "huff" | "lift" | "remove" | "sow" | "step" | "take";
    source: string;
    target: string;
    count: number;
    how: string;
    told: string;
  }
  /** How a game ended: the winner's letter, None for a draw, the kind of ending, and the words for it. */
  interface ShownOutcome {
    winner: string | null;
    ending: string;
    reason: string;
    result: string;
    told: string;
  }
  /** A side: its letter, its name, and whether results name it first. */
  interface ShownSide {
    side: string;
    name: string;
    first: boolean;
  }
  /** Something was not done, and why, in the reader's language; `status` is that of an HTTP answer. */
  interface Refused {
    kind: "refused";
    why: string;
    status: number;
  }
  /** The class was erased, and its rooms with it. */
  interface Erased {
    kind: "erased";
  }
  /** The fields of a room's `State` that have changed since it was last sent. */
  interface Changed {
    kind: "changed";
    fields: Record<string, unknown>;
    kept: Record<string, number>;
    inside: Record<string, unknown>;
  }
  /** A pupil comes in, by a first name or a picture or both; a name on the teacher's list is taken over. */
  interface Join {
    kind: "join";
    name?: string;
    picture?: string;
    token?: string;
    id?: number;
  }
  /** A pupil calls the teacher, or stops calling; the teacher lowers the hand of `name`. */
  interface Hand {
    kind: "hand";
    up: boolean;
    name?: string;
    id?: number;
  }
  /** A pupil says that the opponent at this table cheats. */
  interface Accuse {
    kind: "accuse";
    table: number;
    id?: number;
  }
  /** Adds pupils to the list of the class. */
  interface Enrol {
    kind: "enrol";
    names: string[];
    id?: number;
  }
  /** Gives a pupil another name. */
  interface Rename {
    kind: "rename";
    name: string;
    to: string;
    id?: number;
  }
  /** Lets another device take a pupil's place, where the old one was lost. */
  interface Free {
    kind: "free";
    name: string;
    id?: number;
  }
  /** Takes a pupil off the list of the class. */
  interface Dismiss {
    kind: "dismiss";
    name: string;
    id?: number;
  }
  /** Takes the pupils who came from a device off the list, but for those in `keep`; `count` says how many go. */
  interface Clear {
    kind: "clear";
    origin: number;
    keep: string[];
    count: number;
    id?: number;
  }
  /** Says that a pupil is away, or is back: whoever is away is out of this tournament, and of the next one. */
  interface Away {
    kind: "away";
    name: string;
    away?: boolean;
    id?: number;
  }
  /** Opens a tournament for all pupils who are not away; `days` counts those seen, so that none is opened twice. */
  interface Begin {
    kind: "begin";
    days: number;
    format: string;
    game: string;
    on_screen?: boolean;
    by_hand?: boolean;
    winners?: number;
    rounds?: number | null;
    minutes?: number | null;
    seed?: number | null;
    start?: string;
    unaided?: boolean;
    id?: number;
  }
  /** Begins the next round; `rounds` counts the rounds already seen, so that nothing is begun twice. */
  interface Call {
    kind: "call";
    rounds: number;
    id?: number;
  }
  /** Enters or corrects the result of a table; `game` says which game at it is meant, 0 for whichever it is. */
  interface Report {
    kind: "report";
    round: number;
    table: number;
    result: string;
    game?: number;
    id?: number;
  }
  /** Lets two pupils exchange their seats. */
  interface Swap {
    kind: "swap";
    one: string;
    other: string;
    id?: number;
  }
  /** Ends the tournament. */
  interface Close {
    kind: "close";
    id?: number;
  }
  /** Stops all games, or resumes them. */
  interface Pause {
    kind: "pause";
    on: boolean;
    id?: number;
  }
  /** Closes the door of the class, so that no new pupil or guest comes in, or opens it. */
  interface Door {
    kind: "door";
    open: boolean;
    id?: number;
  }
  /** Puts one table of this round on the wall; 0 takes it off. */
  interface Project {
    kind: "project";
    table: number;
    id?: number;
  }
  /** Puts the podium of a tournament on the wall, counted from 1; 0 takes it off. */
  interface Award {
    kind: "award";
    day: number;
    id?: number;
  }
  /** Takes the last move of a table back. */
  interface TakeBack {
    kind: "takeback";
    table: number;
    id?: number;
  }
  /** Puts a position on the board of the class, its game's start where `position` is "", or takes it off (no game). */
  interface Together {
    kind: "together";
    game: string;
    position?: string;
    id?: number;
  }
  /** Puts the question of the day on the board of the class. */
  interface Question {
    kind: "question";
    id?: number;
  }
  /** A pupil proposes a move on the board of the class, which shows `position`. */
  interface Propose {
    kind: "propose";
    position: string;
    move: string;
    id?: number;
  }
  /** Plays a move on the board of the class, which shows `position`; "" lets a creature choose it. */
  interface Play {
    kind: "play";
    position: string;
    move?: string;
    id?: number;
  }
  /** Hands puzzles out to the class by their short names; `sets` counts the sets already seen. */
  interface HandOut {
    kind: "handout";
    sets: number;
    puzzles: string[];
    id?: number;
  }
  /** Takes the puzzles that were handed out back: the pupils do not see them any more. */
  interface Collect {
    kind: "collect";
    id?: number;
  }
  /** A pupil has tried a puzzle of the set `set`, counted from 1; `puzzle` counts from 0. */
  interface Try {
    kind: "try";
    set: number;
    puzzle: number;
    moves: string[];
    id?: number;
  }
  /** Lets the games of the next rounds begin at a position, "" at the start of the game. */
  interface From {
    kind: "from";
    position: string;
    id?: number;
  }
  /** Takes the teacher's right to the class from all devices but the one that asks. */
  interface Revoke {
    kind: "revoke";
    id?: number;
  }
  /** Keeps hints and values from the pupils until the tournament in progress is over, or allows them again. */
  interface Unaided {
    kind: "unaided";
    on: boolean;
    id?: number;
  }
  /** The teacher ticks an entry of today's observation grid (`lalao.teach.evidence.OBSERVED`), or takes it back. */
  interface Observe {
    kind: "observe";
    name: string;
    what: string;
    on: boolean;
    id?: number;
  }
  /** A referee says how many counters lie at a table, before its game or after it; `game` says which one at it. */
  interface Count {
    kind: "count";
    table: number;
    game: number;
    after: boolean;
    said: number;
    id?: number;
  }
  /** A referee raises a flag at this table, or lowers it; the teacher lowers that of `name`. */
  interface Flag {
    kind: "flag";
    table: number;
    up: boolean;
    name?: string;
    id?: number;
  }
  /** Says which level of school the class is (`lalao.teach.grades`), "" for none. */
  interface SetGrade {
    kind: "grade";
    grade: string;
    id?: number;
  }
  /** Hands work out to the class, in this order, in place of the work before; no work takes it back. */
  interface Assign {
    kind: "assign";
    work: string[];
    id?: number;
  }
  /** Says on which day the class is erased, as ``2027-07-07``; "" for never. */
  interface EraseOn {
    kind: "eraseon";
    day: string;
    id?: number;
  }
  /** All that the teacher sees; `sets` counts the sets of puzzles, `set` is the last one, `grade` the level of school. */
  interface TeacherState {
    kind: "class";
    seq: number;
    code: string;
    title: string;
    language: string;
    paused: boolean;
    days: number;
    day: ShownDay | null;
    podium: ShownPast | null;
    together: ShownTogether | null;
    role: "teacher";
    open: boolean;
    erased_on: string;
    devices: ShownDevice[];
    pupils: ShownPupil[];
    history: ShownPast[];
    clock: ShownClock | null;
    boards: ShownMatch[];
    standings: ShownStanding[];
    sets: number;
    set: ShownSet | null;
    grade: string;
    work: ShownWork | null;
  }
  /** A tournament; `waiting` lists the tables without result by number, `projected` is the one on the wall, or 0. */
  interface ShownDay {
    format: string;
    format_title: string;
    game: string;
    game_title: string;
    sides: ShownSide[];
    laid_out: boolean;
    draws: boolean;
    on_screen: boolean;
    by_hand: boolean;
    needs_winner: boolean;
    rounds: number;
    expected: number;
    round: ShownRound | null;
    waiting: number[];
    over: boolean;
    winners: string[];
    opened: number;
    projected: number;
    start: string;
    unaided: boolean;
  }
  /** The last round, its name, and the tables of earlier rounds that are still playing. */
  interface ShownRound {
    round: number;
    title: string;
    tables: ShownTable[];
    byes: string[];
    over: boolean;
  }
  /** A table of a round: who sits there, the result, how many games it took; `room` is the code of its room, or "". */
  interface ShownTable {
    table: number;
    first: string;
    second: string;
    result: "first" | "second" | "draw" | "both-lost" | null;
    winner: string | null;
    walkover: boolean;
    games: number;
    accusers: string[];
    corrected: ("first" | "second" | "draw" | "both-lost")[];
    round: number;
    room: string;
    referees: string[];
    counts: ShownCounts[];
    flags: string[];
    second_chance: boolean;
  }
  /** A referee's counts before and after a game, null where nothing was said. */
  interface ShownCounts {
    name: string;
    before: number | null;
    after: number | null;
  }
  /** A tournament of the class, this one or an earlier one, and its podium; both are empty where nobody has won. */
  interface ShownPast {
    title: string;
    game: string;
    at: number;
    winners: string[];
    steps: ShownWinner[];
  }
  /** A step of the podium; `rank` is 0 where all winners are equals. */
  interface ShownWinner {
    name: string;
    picture: string;
    rank: number;
  }
  /** The board of the class: its position, the last move, whether it is the question of the day. */
  interface ShownTogether {
    game: string;
    title: string;
    sides: ShownSide[];
    position: string;
    move: string;
    question: boolean;
    voted: number;
    votes: ShownVotes[];
    mine: string;
  }
  /** How many pupils propose a move; `right` where it answers the question of the day. */
  interface ShownVotes {
    move: string;
    count: number;
    right: boolean;
  }
  /** A device that holds the teacher's right, since when, and when it was seen last (seconds since 1970, or 0). */
  interface ShownDevice {
    since: number;
    seen: number;
    here: boolean;
    mine: boolean;
  }
  /** A pupil as the teacher sees him: whether he has a device and is there, calls, or is away. */
  interface ShownPupil {
    name: string;
    picture: string;
    device: boolean;
    here: boolean;
    hand: boolean;
    away: boolean;
    origin: number;
  }
  /** The minutes of each round; how many have passed of the one in progress, and are expected for each to come. */
  interface ShownClock {
    rounds: ShownMinutes[];
    passed: number;
    coming: number[];
  }
  /** The minutes of a round: estimated, and actual once it is over and was timed. */
  interface ShownMinutes {
    round: number;
    estimated: number;
    actual: number | null;
  }
  /** The board of a table: whose turn it is, and for how many seconds nothing has happened. */
  interface ShownMatch {
    room: string;
    picture: ShownRows | ShownLattice;
    phase: "choose" | "layout" | "over" | "play";
    active: number | null;
    plies: number;
    task: string;
    still: number;
  }
  /** A place in the standings: its pupil, his results, and the tie-break that parts him from the one above. */
  interface ShownStanding {
    rank: number;
    name: string;
    points: number;
    wins: number;
    games: number;
    byes: number;
    opponents: number;
    by: string | null;
    reason: string;
  }
  /** A set of puzzles as the teacher sees it: the tries of each pupil, and which themes were missed. */
  interface ShownSet {
    number: number;
    at: number;
    open: boolean;
    puzzles: ShownAsked[];
    pupils: ShownSolver[];
    themes: ShownMissed[];
  }
  /** A puzzle of a set: the names of its family and theme, the sentence that asks, and the answer in words. */
  interface ShownAsked {
    id: string;
    game: string;
    position: string;
    ask: "lay" | "play" | "start" | "tap";
    other: string;
    seeds: number;
    theme: string;
    rating: number;
    stars: number;
    accept: string[];
    line: string[];
    family: string;
    title: string;
    say: string;
    answer: string;
  }
  /** A pupil's tries at a set, in the order of its puzzles. */
  interface ShownSolver {
    name: string;
    picture: string;
    tries: ShownTries[];
  }
  /** A pupil's tries at a puzzle of a set: how many were wrong, whether help was asked for, whether it is solved. */
  interface ShownTries {
    wrong: number;
    helped: boolean;
    solved: boolean;
  }
  /** A theme of a set: how often its puzzles were tried and missed, over all pupils, and who missed some of them. */
  interface ShownMissed {
    title: string;
    tried: number;
    missed: number;
    names: string[];
  }
  /** The work of the class, as ids of stones and of sowings to be foretold, and each pupil's progress in it. */
  interface ShownWork {
    work: string[];
    at: number;
    pupils: ShownWorker[];
  }
  /** A pupil's progress in the work, in its order: stars of a stone, sowings foretold, -1 for nothing. */
  interface ShownWorker {
    name: string;
    picture: string;
    done: number[];
  }
  /** The class for a pupil; `seats` are those that his device holds at his table, `referees` the table he watches. */
  interface PupilState {
    kind: "class";
    seq: number;
    code: string;
    title: string;
    language: string;
    paused: boolean;
    days: number;
    day: ShownDay | null;
    podium: ShownPast | null;
    together: ShownTogether | null;
    role: "pupil";
    you: ShownSelf;
    plays: boolean;
    still_in: boolean;
    cheated: boolean;
    table: ShownOwnTable | null;
    bye: boolean;
    referees: ShownTable | null;
    seats: number[] | null;
    set: ShownOwnSet | null;
    work: ShownOwnWork | null;
  }
  /** A pupil as he sees himself. */
  interface ShownSelf {
    name: string;
    picture: string;
    hand: boolean;
    away: boolean;
  }
  /** A pupil's own table: the opponent's name and picture; `now` where it is of this round, or has no result yet. */
  interface ShownOwnTable {
    table: number;
    first: string;
    second: string;
    result: "first" | "second" | "draw" | "both-lost" | null;
    winner: string | null;
    walkover: boolean;
    games: number;
    accusers: string[];
    corrected: ("first" | "second" | "draw" | "both-lost")[];
    round: number;
    room: string;
    referees: string[];
    counts: ShownCounts[];
    flags: string[];
    second_chance: boolean;
    opponent: string;
    picture: string;
    is_first: boolean;
    accused: boolean;
    now: boolean;
  }
  /** The set of puzzles that a pupil has, and his tries at it. */
  interface ShownOwnSet {
    number: number;
    puzzles: ShownAsked[];
    tries: ShownTries[];
  }
  /** The work of the class, and the reader's progress in it, as in `ShownWorker`. */
  interface ShownOwnWork {
    work: string[];
    done: number[];
  }
  /** The state on the wall and for newcomers: the names that nobody has taken yet, the board on the wall. */
  interface GuestState {
    kind: "class";
    seq: number;
    code: string;
    title: string;
    language: string;
    paused: boolean;
    days: number;
    day: ShownDay | null;
    podium: ShownPast | null;
    together: ShownTogether | null;
    role: "guest";
    free: string[];
    count: number;
    missing: string[];
    pictures: string[];
    faces: Record<string, string>;
    boards: ShownMatch[];
  }
  /** Says that somebody was let in: the role, and the token that proves it the next time. */
  interface Admitted {
    kind: "welcome";
    code: string;
    role: "guest" | "pupil" | "teacher";
    token: string;
  }
  /** Something has happened on a board. */
  interface BoardTold {
    kind: "board";
    room: string;
    picture: ShownRows | ShownLattice;
    phase: "choose" | "layout" | "over" | "play";
    active: number | null;
    plies: number;
    task: string;
    still: number;
  }
  /** The review of a game. `hurried`: there was no time for more than the rules. */
  interface ShownReview {
    game: string;
    result: string;
    graph: ReviewedPoint[];
    sides: ReviewedSide[];
    hurried?: boolean;
  }
  /** How a game stood after `ply` plies, as the first side sees it, and the move that led there. */
  interface ReviewedPoint {
    ply: number;
    move: string | null;
    position: string;
    proved: Record<string, unknown> | null;
    opinion: number | null;
  }
  /** The review of one side: how many moves it made, how many were judged by proof, and which stand out. */
  interface ReviewedSide {
    side: string;
    player: string;
    moves: number;
    proved: number;
    moments: ShownMoment[];
    merits: ShownMerit[];
  }
  /** A move that gave something away: a better one, the moves that show it, the theme where it makes a puzzle. */
  interface ShownMoment {
    ply: number;
    number: number;
    position: string;
    move: string;
    better: string;
    as_good: string[];
    status: "replayed" | "proved" | "opinion";
    worth: ShownKnown;
    better_worth: ShownKnown;
    sentences: string[];
    claims: ShownClaim[];
    refutation: string[];
    theme: string | null;
  }
  /** The worth of a move or a position: proved (as `lalao solve --json`, or seeds in Fang), else in hundredths. */
  interface ShownKnown {
    proved: Record<string, unknown> | null;
    opinion: number | null;
  }
  /** A claim about a move: its kind, its arguments, how it is known, and the line that shows it. */
  interface ShownClaim {
    kind: string;
    args: Record<string, unknown>;
    status: "replayed" | "proved" | "opinion";
    line: string[];
  }
  /** A move that is proved to be good; `ply` counts the moves of both sides, `number` counts as records do. */
  interface ShownMerit {
    ply: number;
    number: number;
    position: string;
    move: string;
    sentences: string[];
    claims: ShownClaim[];
  }
  /** Why a move is good or bad: a sentence for each claim, the weightiest first, and the moves that refute it. */
  interface ShownWhy {
    game: string;
    position: string;
    move: string;
    sentences: string[];
    claims: ShownClaim[];
    refutation: string[];
    hurried?: boolean;
  }
  /** A ladder of hints, the vaguest first, up to a move that is proved to be best or the engine's choice. */
  interface ShownHints {
    game: string;
    position: string;
    move: string;
    status: "replayed" | "proved" | "opinion";
    steps: ShownStep[];
    hurried?: boolean;
  }
  /** One hint: the places that it points at, and its sentence. */
  interface ShownStep {
    kind: "move" | "what" | "where" | "why";
    places: string[];
    sentence: string;
  }
  /** The best lines of a position, the best first, with the depth in plies and the positions looked at. */
  interface ShownLines {
    depth: number;
    nodes: number;
    lines: ShownLine[];
    settled?: boolean;
    hurried?: boolean;
  }
  /** A line of a search: its worth to the side to move, its moves, and the position after each. */
  interface ShownLine {
    value: "draw" | "loss" | "unknown" | "win";
    plies: number | null;
    opinion: number | null;
    moves: string[];
    positions: string[];
  }
  /** A server: its version, its languages, and its address for other devices, "" where they cannot reach it. */
  interface About {
    version: string;
    languages: string[];
    address: string;
    indoors: string;
  }
  /** A family of games: the words of its card, the ids that are offered, the usual one first, and one to begin with. */
  interface ShownFamily {
    name: string;
    title: string;
    blurb: string;
    motto: string;
    age: string;
    colour: string;
    scene: string;
    offered: string[];
    second_rounds: string[];
    gentlest: string;
    ladder: string[];
  }
  /** A game: the facts to know before a match; `board`, `rules` and `difference` are those of its `Card`. */
  interface ShownGame {
    id: string;
    family: string;
    title: string;
    board: string;
    rules: string;
    difference: string;
    notation: string;
    sides: ShownSide[];
    start: string;
    laid_out: boolean;
    quiet_limit: number | null;
    small: boolean;
    levels: number;
    lead: string;
  }
  /** A part of the rules as HTML, and the parts that there are. */
  interface ShownSheet {
    html: string;
    parts: string[];
  }
  /** The rules of one game on one page (`lalao.games.game.Card`); without chapters the rule sheet is all there is. */
  interface ShownCard {
    family: string;
    family_title: string;
    board: string;
    rules: string;
    difference: string;
    goal: string;
    chapters: ShownChapter[];
  }
  /** A part of the rules on one page (`lalao.games.game.Chapter`). */
  interface ShownChapter {
    title: string;
    lines: string[];
    steps: boolean;
  }
  /** A game that plays itself: the board at its start, and its turns. */
  interface ShownDemo {
    picture: ShownRows | ShownLattice;
    turns: DemoTurn[];
  }
  /** A turn of a game that plays itself, and where it leads. */
  interface DemoTurn {
    events: ShownEvent[];
    position: string;
  }
  /** A position: picture, legal moves with their events and where they lead; their values where asked for. */
  interface ShownPosition {
    game: string;
    position: string;
    to_move: string;
    picture: ShownRows | ShownLattice;
    task: string;
    outcome: ShownOutcome | null;
    moves: ShownMove[];
    paths: ShownPath[];
    all: boolean;
    values?: ShownValues;
  }
  /** A legal move: its turn, and the position that it leads to. */
  interface ShownMove {
    move: string;
    events: ShownEvent[];
    told: string;
    position: string;
  }
  /** The worth of a position to the side to move, and its moves, the best first; the other fields where known. */
  interface ShownValues {
    exact_from?: number;
    hurried?: boolean;
    line?: string[];
    moves: ShownWorth[];
    opinion?: ShownSearch;
    plies?: number | null;
    value: "draw" | "loss" | "unknown" | "win";
  }
  /** The worth of a move to its player: as `lalao solve --json` has it, else the engine's opinion. */
  interface ShownWorth {
    best_incentive?: boolean | null;
    incentive?: string | null;
    margin?: ShownMargin | null;
    move: string;
    opinion?: number | null;
    plies: number | null;
    position: string;
    value: "draw" | "loss" | "unknown" | "win";
  }
  /** By how many seeds a game of Fang is won. */
  interface ShownMargin {
    half: number;
    tibong: number;
  }
  /** The extent of the engine's search for its opinions. */
  interface ShownSearch {
    depth: number;
    line: string[];
    nodes: number;
    seconds: number;
  }
  /** The ways of choosing a turn that have a given beginning. */
  interface ShownWays {
    paths: ShownPath[];
  }
  /** Why a place cannot be chosen: a headline and a line, the pit where it fails, and the seeds' path up to there. */
  interface ShownRefusal {
    head: string;
    line: string;
    fault: string;
    path: string[];
  }
  /** Positions whose openings are asked for, and games beside the engine's own. */
  interface Explored {
    positions: string[];
    text?: string;
    seats?: Record<string, string>;
  }
  /** The openings of each position that was asked for. */
  interface ShownExplored {
    positions: ShownOpenings[];
  }
  /** The moves that games went on with, the most frequent first: the engine's own games, a text's, the device's. */
  interface ShownOpenings {
    engine: ShownOpening[];
    given: ShownOpening[];
    device: ShownOpening[];
  }
  /** How games went on with a move: how many did, how many of these were won by its player, drawn and lost. */
  interface ShownOpening {
    move: string;
    name: string;
    games: number;
    won: number;
    drawn: number;
    lost: number;
    opinion?: number | null;
  }
  /** The contents of each place, seeds by number and pieces by letter, and who moves; `position` gives the options. */
  interface Layout {
    position: string;
    content: Record<string, number | string>;
    to_move: string;
  }
  /** The position that was laid out; `error` is its error, "" for none. */
  interface ShownLayout {
    position: string;
    picture: ShownRows | ShownLattice;
    error: string;
  }
  /** The settings of a new table: where `start` is "" it is the game's own, with `seconds` 0 there are no clocks. */
  interface Opening {
    game: string;
    mode: "alone" | "apart" | "here";
    level?: string;
    who?: "cake" | "lot" | "me" | "other";
    start?: string;
    seconds?: number;
    increment?: number;
  }
  /** The credentials of a seat: the code of a match or a class, and the token. */
  interface Ticket {
    code: string;
    token: string;
  }
  /** An address for other devices, and whether they can reach it. */
  interface Link {
    link: string;
    lan: boolean;
  }
  /** The positions of the game on the board of a match, from its start. */
  interface ShownPositions {
    positions: string[];
  }
  /** A record that was read; its moves are words (`lalao.record.writing`). */
  interface ShownRecord {
    game: string;
    start: string;
    moves: string[];
    result: string;
    tags: Record<string, string>;
  }
  /** The games of a text, in its order. */
  interface ShownTitles {
    games: ShownTitle[];
  }
  /** The features of a game among others in a text: its names, its result, the moves of its main line. */
  interface ShownTitle {
    players: string[];
    result: string;
    moves: number;
  }
  /** A game to be written as a record: its words (`lalao.record.writing`), its tags and its result. */
  interface Line {
    game: string;
    start: string;
    moves: string[];
    tags?: Record<string, string>;
    result?: string;
  }
  /** A level: its name in French schools, the first board of a tournament, and the work to hand out, in order. */
  interface Grade {
    id: string;
    game: string;
    work: string[];
    by_hand?: boolean;
  }
  /** A lesson in the list of lessons: its title, how many steps it has, and the board that it begins with. */
  interface ShownLessonHead {
    id: string;
    family: string;
    game: string;
    title: string;
    steps: number;
    picture: ShownRows | ShownLattice;
  }
  /** A lesson: its game, its title and its steps. */
  interface ShownLesson {
    id: string;
    family: string;
    game: string;
    title: string;
    steps: ShownTask[];
  }
  /** A step of a lesson: a position, what is asked there, the sentence, and the right answers. */
  interface ShownTask {
    position: string;
    ask: "play" | "predict" | "see" | "start" | "tap";
    aim: "" | "best" | "ends" | "legal" | "stuck" | "taken" | "takes" | "wins";
    say: string;
    accept: string[];
    move: string;
    line: string[];
    other: string;
  }
  /** A chapter of a path: its game, the position to start from ("" for the game's own), its board and its stones. */
  interface ShownTrail {
    id: string;
    family: string;
    game: string;
    start: string;
    board: string;
    rows: number;
    columns: number;
    lattice: boolean;
    aside: boolean;
    stones: ShownStone[];
  }
  /** A stone: its id, its kind, its title, the game that is played there, and how much there is to do. */
  interface ShownStone {
    id: string;
    kind: "creature" | "lesson" | "puzzles";
    what: string;
    title: string;
    game: string;
    count: number;
  }
  /** The sowings of a family to be foretold, the easiest first; none where nothing is sown. */
  interface ShownRungs {
    family: string;
    rungs: ShownRung[];
  }
  /** Sowings that are equally hard to foretell: all take `laps` laps and, where that is one, sow `seeds` seeds. */
  interface ShownRung {
    laps: number;
    seeds: number;
    sowings: ShownSowing[];
  }
  /** A sowing to be foretold: its game, and what is asked, in the form of a step of a lesson. */
  interface ShownSowing {
    game: string;
    task: ShownTask;
  }
  /** All puzzles in short: today's, and those of each family. */
  interface ShownPuzzles {
    daily: ShownDaily;
    shelves: ShownShelf[];
  }
  /** The puzzle of a day, the same for everybody, and its board. */
  interface ShownDaily {
    date: string;
    family: string;
    id: string;
    title: string;
    picture: ShownRows | ShownLattice;
  }
  /** The puzzles of a family in short: their number, their themes, and the board of the first. */
  interface ShownShelf {
    family: string;
    count: number;
    themes: ShownTheme[];
    picture: ShownRows | ShownLattice;
  }
  /** A theme of puzzles: its name, its title in the reader's language, and how many puzzles have it. */
  interface ShownTheme {
    name: string;
    title: string;
    count: number;
  }
  /** All puzzles of a family: the sentences that ask, their themes, and the puzzles, the easiest first. */
  interface ShownBook {
    family: string;
    says: Record<"lay" | "play" | "start" | "tap", string>;
    themes: ShownTheme[];
    puzzles: ShownPuzzle[];
  }
  /** A puzzle: its position, what is asked, its theme, rating and stars, the answers, and the line of moves. */
  interface ShownPuzzle {
    id: string;
    game: string;
    position: string;
    ask: "lay" | "play" | "start" | "tap";
    other: string;
    seeds: number;
    theme: string;
    rating: number;
    stars: number;
    accept: string[];
    line: string[];
  }
  /** The match or class that a code opens. */
  interface ShownCode {
    kind: "class" | "match";
    code: string;
  }
  /** A request at the gate: the teacher's code, and the title of a class that is to be opened. */
  interface Knock {
    code: string;
    title?: string;
  }
  /** The classes kept on this machine, the latest first. */
  interface KeptClasses {
    classes: KeptClass[];
  }
  /** A class that is kept on this machine, when it was changed (seconds since 1970), and its damage. */
  interface KeptClass {
    code: string;
    title: string;
    pupils: number;
    changed: number;
    damaged: string;
  }
  /** The teacher's code, as it is told to the server's own machine. */
  interface DrawnCode {
    code: string;
  }
  /** The contents of a backup: the code of a class, and the journals of the class and its matches by their codes. */
  interface Backup {
    lalao: "class";
    version: 1;
    class: string;
    journals: Record<string, string[]>;
  }
  /** The code of a class. */
  interface ClassCode {
    code: string;
  }
  /** The names in a class list, and sentences about how they were read. */
  interface ListedNames {
    names: string[];
    notes: string[];
  }
  /** The stones of the path that were done on a pupil's device: their stars by their ids; the sowings foretold there. */
  interface Walk {
    stones: Record<string, number>;
    stuck?: string;
    foretold?: Guess[];
  }
  /** A pupil's first answer to a sowing to be foretold: the place where the last seed is said to fall. */
  interface Guess {
    id: string;
    game: string;
    position: string;
    move: string;
    place: string;
  }
  /** A pupil, and the path that the class keeps: the stars of stones, by their ids, the last one done at the end. */
  interface OwnPath {
    name: string;
    picture: string;
    stones: Record<string, number>;
  }
  /** A pupil's path as the teacher sees it; `stuck` is the stone where the pupil fails again and again, or "". */
  interface PupilPath {
    name: string;
    picture: string;
    stones: Record<string, number>;
    stuck: string;
  }
  /** The evidence about the pupils, in the order of their names; the headings, and the words of the grid. */
  interface Evidence {
    headings: Record<string, string>;
    grid: Record<string, string>;
    pupils: ShownEvidence[];
  }
  /** The evidence about a pupil: sentences by heading, each thing with its days, and the ticks of today. */
  interface ShownEvidence {
    name: string;
    picture: string;
    lines: Record<string, string[]>;
    sights: ShownSight[];
    today: string[];
  }
  /** Something that was seen of a pupil under a heading: sentences, how much it rests on, the first and last day. */
  interface ShownSight {
    heading: string;
    said: string[];
    amount: number;
    first: string;
    last: string;
  }
  /** A board before a turn, with the side to move, and the contents seen after it. */
  interface Seen {
    before: string;
    after: string;
  }
  /** The result of the referee's check: whether a legal move leads there, which ones, else the problems. */
  interface Verdict {
    legal: boolean;
    moves: string[];
    problems: string[];
    misplay: string | null;
  }
  /** Who is on a sheet: names, and whether they have won; or the tables of a round, or the journal of a tournament. */
  interface Asked {
    names?: string[];
    won?: boolean;
    round?: number;
    tables?: [string, string][];
    byes?: string[];
    journal?: Record<string, unknown>[];
  }
  /** Acknowledges all messages of a line up to an `id`: each was done or refused. */
  interface Ack {
    kind: "ack";
    id: number;
  }
  /** How a kind of board is drawn: the radius of pits or pieces, the height of rows, and the margins in all. */
  interface Measures {
    radius: number;
    row: number;
    beside: number;
    above: number;
    shift: number;
    figures: number[];
    labels: number[];
  }
  type ShownBoard =
    | ShownRows
    | ShownLattice;
  type RoomSaid =
    | Hello
    | Ping
    | Speak
    | Sit
    | Move
    | Lay
    | Choose
    | Undo
    | Draw
    | Again
    | Vela
    | Answer
    | Resign;
  type RoomTold =
    | Welcome
    | State
    | Refused
    | Erased;
  type RoomLine =
    | Welcome
    | State
    | Changed
    | Refused
    | Erased;
  type ClassSaid =
    | Hello
    | Ping
    | Speak
    | Join
    | Hand
    | Accuse
    | Enrol
    | Rename
    | Free
    | Dismiss
    | Clear
    | Away
    | Begin
    | Call
    | Report
    | Swap
    | Close
    | Pause
    | Door
    | Project
    | Award
    | TakeBack
    | Together
    | Question
    | Propose
    | Play
    | HandOut
    | Collect
    | Try
    | From
    | Revoke
    | Unaided
    | Observe
    | Count
    | Flag
    | SetGrade
    | Assign
    | EraseOn;
  type ClassState =
    | TeacherState
    | PupilState
    | GuestState;
  type ClassTold =
    | Admitted
    | TeacherState
    | PupilState
    | GuestState
    | BoardTold
    | Refused
    | Erased;
}
