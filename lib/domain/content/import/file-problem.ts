/** Why a file as a whole cannot be imported, in words for whoever made it. Nothing of such a file is written. */
export class FileProblem extends Error {
  override name = "FileProblem";
}

/** A row of a file as it was read, before anybody looked at what it says. */
export type ReadRow = {
  /** The line on which the row begins, counted from 1, the head included. */
  line: number;
  /** The line on which it ends: greater for each row than for the one before. */
  end: number;
} & Said;

/** What a row says, or why it cannot be read. */
export type Said =
  | { values: Readonly<Record<string, unknown>>; unreadable: null }
  | { values: null; unreadable: string };

/** A row that is longer cannot be a record of ours. */
export const ROW_BYTES_MOST = 64 * 1024;

export const TOO_LONG = `The row is longer than ${ROW_BYTES_MOST / 1024} KB.`;
