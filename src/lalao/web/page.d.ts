// Shapes that several of the pages' scripts share. What goes over the wire is in wire.d.ts.

declare namespace Page {
  type Template = import("./static/vendor/lit-html/lit-html.d.ts").TemplateResult;
  type Child = Node | Template | string | number | symbol | boolean | null | undefined;
  type Children = (Child | Child[])[];
  /** What is drawn inside an SVG element; what is undefined, null, false or empty is left out. */
  type Drawn = Element | string | false | null | undefined;
  /** An event of an element that listens to it. */
  type From<T> = Event & { currentTarget: T };
  /** Shows a screen in an element until `left` is aborted; `found` is the rest of its address. */
  type Screen = (root: HTMLElement, left: AbortSignal, found: string) => void;
  /** A screen that first asks the server. */
  type AskingScreen = (...to: Parameters<Screen>) => Promise<void>;
  /** What a button has besides its face. */
  interface More {
    disabled?: boolean;
    title?: string;
    "aria-label"?: string;
    "aria-pressed"?: string;
    "data-answer"?: string;
  }
  interface TrustedTypes {
    createPolicy(name: string, rules: { createHTML: (text: string) => string }): typeof rules;
  }

  /** What fills the blanks of a sentence; `count` chooses between singular and plural. */
  type Blanks = Record<string, string | number>;

  type Mode = Wire.Opening["mode"];
  type Who = NonNullable<Wire.Opening["who"]>;
  /** What was chosen when a game was begun last; `clock` is in minutes, 0 for none. */
  interface Chosen {
    game: string;
    mode: Mode;
    level: string;
    who: Who;
    clock: number;
  }
  /** What was chosen when a tournament was begun last. */
  interface ChosenDay {
    format: string;
    game: string;
    on_screen: boolean;
    by_hand: boolean;
    unaided: boolean;
    winners: number;
  }
  /** The settings with a few options. */
  type Selection = "theme" | "speed" | "figures" | "spoken";
  /** The settings that are on or off. */
  type Switch = "big" | "notation" | "projector" | "byHand" | "sound" | "confirm" | "facing" | "values";
  interface Settings {
    language: string;
    theme: "auto" | "light" | "dark";
    big: boolean;
    projector: boolean;
    speed: "auto" | "slow" | "normal" | "fast" | "off";
    figures: "figure" | "frame" | "off";
    /** Whether counts are said aloud. */
    sound: boolean;
    /** Whether seeds, captures and ends are heard; in a class another switch counts. */
    sounds: boolean;
    soundsInClass: boolean;
    /** Whether a screen reader says whole turns or each gesture. */
    spoken: "turn" | "gesture";
    confirm: boolean;
    values: boolean;
    /** Whether the engine looks at what is analysed, and how many lines it shows. */
    engine: boolean;
    lines: number;
    /** Whether points and moves are named wherever they are shown; an analysis always names them. */
    notation: boolean;
    facing: boolean;
    byHand: boolean;
    name: string;
    /** What was chosen last in each family of games. */
    last: Record<string, Partial<Chosen>>;
    class?: Partial<ChosenDay>;
    /** Tokens by the code that they open. */
    seats: Record<string, string>;
    /** The game that was left. */
    latest: Latest | null;
    /** The progress in foretelling, by families: the rung, and the right answers in a row. */
    foretold: Record<string, [number, number]>;
  }

  /** What settings held before there were children: the steps of lessons that were done, the games that were won. */
  interface Before {
    learned?: Record<string, number[]>;
    won?: string[];
  }
  /** Somebody who plays on this device. */
  interface Pupil {
    id: string;
    face: string;
    name: string;
    /** The stones of the path that are done, by their ids: their stars. */
    stones: Record<string, number>;
    /** The steps that are done, by the ids of lessons. */
    steps: Record<string, number[]>;
    /** The family whose path was walked last, "" for none. */
    at: string;
    /** The creature's stone that was lost last, and how often running. */
    lost: [string, number];
    /** The stone where the pin stood last, by families. */
    pins?: Record<string, string>;
    /** When this child was here last, in milliseconds. */
    last: number;
    /** The class whose pupil this is, by its key among the seats: it keeps the path, too. */
    seat?: string;
    /** Sowings foretold that the class has not been told yet. */
    answers?: Wire.Guess[];
    /** Whether this child came by that class alone, and leaves this device with the seat. */
    guest?: boolean;
  }

  /** The file of a child: with what is kept under keys of its own, tokens by codes, and journals of games by codes. */
  interface ChildFile {
    child: Pupil;
    own: Record<string, string>;
    seats: Record<string, string>;
    games: Record<string, string[]>;
  }

  /** A game in progress: its code and title, the opponent with his face, and whether it is one's own turn. */
  interface Latest {
    code: string;
    title: string;
    other?: string;
    face?: string;
    mine?: boolean;
  }

  /** Where a place of a board is drawn, and what the server says of it. */
  type Spot =
    & { x: number; y: number; row: number; column: number }
    & ({ pit: Wire.ShownPit; point?: undefined } | { pit?: undefined; point: Wire.ShownPoint });
  interface Layout extends Wire.Measures {
    places: Map<string, Spot>;
    width: number;
    height: number;
    single: boolean;
    upright: boolean;
    turned: boolean;
    /** How many times as far apart as necessary rows are drawn. */
    spread: number;
    /** The size of the tappable part of a place. */
    cell: { width: number; height: number };
  }
  type Mark = "legal" | "chosen" | "target" | "takes" | "last" | "hint" | "found";
  /** Marks, each with its places. */
  type Marks = { [K in Mark]?: string[] };
  /** What a move is worth: its kind, as short as on the board, and in words. */
  interface Worth {
    kind: "win" | "draw" | "loss" | "opinion";
    sign: string;
    short: string;
    words: string;
  }
  /** A gesture of a turn. */
  type Gesture = Pick<Wire.ShownEvent, "key" | "source" | "target" | "count">;
  /** Who plays a side; `left` in seconds. */
  interface Player {
    name?: string;
    /** The name of a creature or a picture, which is the face. */
    face?: string;
    /** Whether this player is the one who looks at the page. */
    you?: boolean;
    level?: string;
    away?: boolean;
    left?: number;
  }
  /** A number of pieces of a kind. */
  interface Taken {
    piece: string;
    count: number;
  }
  /** What the stage shows; without `may` nobody's turn is marked. */
  interface View {
    game: string;
    position: string;
    picture: Wire.ShownBoard;
    sides: Wire.ShownSide[];
    paths: Wire.ShownPath[];
    task: string;
    outcome: Wire.ShownOutcome | null;
    title?: string;
    /** How many levels of the computer the game has. */
    levels?: number;
    may?: boolean;
    /** Who has something to do where that is not whoever moves first: lays out the seeds, chooses who starts. */
    mover?: string;
    turned?: boolean;
    names?: Record<string, Player>;
    told?: Wire.ShownTurn | null;
    last?: string[];
    /** All that each side has taken, by its letter, once that is known. */
    taken?: Record<string, Taken>;
    /** Places that are marked besides. */
    marks?: Marks;
    /** Whether the sentence stays while a hand plays. */
    steady?: boolean;
    /** What is said above the board, else the task. */
    saying?: Sentence;
    /** What the turn that led here did, in words for whoever looks at it. */
    did?: string;
    /** What there is to do, where the sentence tells of the last turn instead. */
    order?: string;
    /** Whether the other side is about to think and to play. */
    thinks?: boolean;
    /** The headline while a side plays, by its letter. */
    playing?: Record<string, string>;
    /** The headline in the middle of a turn. */
    goOn?: string;
  }
  /** The faces of two pupils: both by their seats, where they are known, and one's own at any seat. */
  interface Faces {
    own?: string;
    seats?: string[];
  }
  /** Sends a message to a class. */
  type Say = (message: Wire.ClassSaid) => void;
  /**
   * How a class seats a pupil: the faces of both, what it adds to the tools of a match, what can be done after one.
   */
  interface Seating {
    faces: () => Faces;
    tools: Element;
    after: (state: Wire.State, seats: number[]) => Child[];
  }
  /** What is said above the board: a headline and a line. */
  interface Sentence {
    head: string;
    line: string;
  }

  /** A task on a board of a game; `head` stands above what it says. */
  interface Asked {
    game: Wire.ShownGame;
    task: Task;
    head: string;
    /** Whether the learner only looks on: the board stays as the first side sees it. */
    watched?: boolean;
  }
  /**
   * What is asked: a step of a lesson, or a puzzle; `seeds` are to be laid out where a layout is asked for, `instead` is
   * said of a wrong move that nothing refutes.
   */
  type Task = Omit<Wire.ShownTask, "ask"> & { ask: Wire.ShownTask["ask"] | "lay"; seeds?: number; instead?: string };
  /** The result of a task: it was answered right, there was a wrong try, or help was asked for. */
  type Result = "done" | "wrong" | "helped";
  /** Tasks, one after the other. */
  interface Series {
    count: number;
    ask: (at: number) => Asked | Promise<Asked>;
    /** Those that are done, and those of them that were not done at once. */
    beads: () => Beads;
    /** Called with the result of a task and the learner's own moves up to there, a wrong one last. */
    onresult: (at: number, result: Result, moves: string[]) => unknown;
    /** Says that there are no hints now, and returns whether that is so. */
    refuses?: () => boolean;
    /** Whether it is said of a right move what is known of it. */
    explains?: boolean;
  }
  interface Beads {
    done: number[];
    slow: number[];
  }

  /** How good somebody is, or how hard a puzzle, by Glicko-2. */
  interface Rating {
    rating: number;
    deviation: number;
    volatility: number;
  }
  /** What this device keeps of puzzles and of reviewed games. */
  interface Practice {
    /** The rating of whoever plays on this device, by families. */
    players: Record<string, Rating>;
    /** Puzzles that were tried, by their ids: rating, deviation, the number of the try, and whether it was solved. */
    puzzles: Record<string, [number, number, number, boolean]>;
    tries: number;
    /** Whether the last tries solved theirs, by families. */
    lately: Record<string, boolean[]>;
    /** Whether themes that were missed come again. */
    repeats: boolean;
    /** Themes that come again, as "family theme": their box, 1 to 5, and the day when they are due. */
    boxes: Record<string, [number, number]>;
    /** Moves that were chosen in the opening, as "game position": the move, its box, 1 to 5, and the day it is due. */
    replies: Record<string, [string, number, number]>;
    /** Games that were played here, the latest last. */
    games: Kept[];
  }
  /** A game that was played here to its end, on which side ("" for both); the themes missed in it, once that is known. */
  interface Kept {
    code: string;
    title: string;
    turn: number;
    side: string;
    family: string;
    missed: string[] | null;
  }

  /** A game as words: see line.js. */
  type Words = Pick<Wire.Line, "game" | "start" | "moves">;
  /** A position of a game on the analysis page, a node in the tree of its variations; the root has no move. */
  interface Ply {
    position: string;
    move: string;
    told?: Wire.ShownMove;
    comment?: string;
    /** judgements of the move, by the numbers that PGN gives them */
    glyphs?: number[];
    parent: Ply | null;
    children: Ply[];
  }

  /** A message that answers a turn, and the same without the turn. */
  type InTurn = Extract<Wire.RoomSaid, { turn: number }>;
  type Beside<M> = M extends InTurn ? Omit<M, "turn"> : never;
  type Saying = Beside<InTurn>;
}
