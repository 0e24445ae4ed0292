// The pictures that pupils are called by: made by tools/wire.py from lalao.print.class_sheets.

/** @type {Record<string, [string, string]>} a colour and a path each */
export const SHAPES = {
  sun: [
    "#d9901a",
    "M24 14a10 10 0 1 0 .1 0zM24 3v6M24 39v6M3 24h6M39 24h6M9 9l4.5 4.5M34.5 34.5L39 39M39 9l-4.5 4.5M13.5 34.5L9 39",
  ],
  moon: ["#5b5f97", "M31 5a20 20 0 1 0 11 28A16 16 0 0 1 31 5z"],
  star: ["#c7762b", "M24 4l6 13 14 1.5-10.5 9.5 3 14L24 35l-12.5 7 3-14L4 18.5 18 17z"],
  drop: ["#2a7fa5", "M24 4C31 15 38 22 38 30a14 14 0 0 1-28 0C10 22 17 15 24 4z"],
  leaf: ["#3f7d4a", "M8 40C4 20 18 6 42 6c0 24-14 38-34 34zM8 42L30 18"],
  flower: ["#b84a6b", "M24 16a8 8 0 1 0-8 8 8 8 0 1 0 8 8 8 8 0 1 0 8-8 8 8 0 1 0-8-8zM24 19a5 5 0 1 0 .1 0z"],
  tree: ["#4d7a35", "M21 44l1-16H12a8 8 0 0 1-2-15A9 9 0 0 1 24 6a9 9 0 0 1 14 7 8 8 0 0 1-2 15H26l1 16z"],
  mountain: ["#7a6a58", "M3 41L18 13l8 14 5-8 14 22zM14 21l4 4 4-4"],
  boat: ["#9a6636", "M5 32h38l-7 11H12zM23 29V5L8 29zM27 29h12L27 9z"],
  house: ["#b5432a", "M6 24L24 7l18 17v18H6zM20 42V30h8v12"],
  kite: ["#a03a86", "M24 3l14 17-14 17-14-17zM24 37c6 3-6 5 2 8M24 3v34M10 20h28"],
  fish: ["#2f7f86", "M4 24c8-15 24-15 30-3l10-8v22l-10-8C28 39 12 39 4 24zM13 21a1.5 1.5 0 1 0 .1 0z"],
  bird: ["#34689a", "M4 20l9-7c8 0 9 8 16 8l15-6c-3 15-12 22-22 22-7 0-11-4-12-11zM17 37l-3 7M25 37l1 7"],
  butterfly: [
    "#c05a2e",
    "M24 14C20 4 5 4 5 14s9 12 19 9c10 3 19 1 19-9S28 4 24 14zm0 9c-9 0-14 5-12 12s10 7 12-2c2 9 10 9 12 2s-3-12-12-12",
  ],
  tortoise: [
    "#667a2b",
    "M6 31c0-14 8-20 17-20s16 6 17 17l5-3c2 6-2 10-8 10h-2l2 6h-7l-2-6H18l-2 6H9l2-6c-3 0-5-1-5-4z",
  ],
  shell: ["#b98a56", "M24 42L5 20C7 10 15 6 24 6s17 4 19 14zM24 42V8M24 42L14 9M24 42L34 9M24 42L7 16M24 42l17-26"],
};

/** @type {Record<string, string>} */
export const FRAMES = { ring: "M24 2a22 22 0 1 0 .1 0z", square: "M3 3h42v42H3z" };

export const WITHIN = "translate(24 24) scale(.66) translate(-24 -24)";
