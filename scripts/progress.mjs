// Shows progress: a spinner on a terminal, plain lines elsewhere. On stderr, to keep a command's output clean.

const out = process.stderr;
const lively = Boolean(out.isTTY) && !process.env.CI;
const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/** @param {string} code @param {string} text */
const paint = (code, text) => (lively && !process.env.NO_COLOR ? `\u001b[${code}m${text}\u001b[0m` : text);
export const dim = (text) => paint("2", text);
export const bold = (text) => paint("1", text);
const green = (text) => paint("32", text);
const red = (text) => paint("31", text);

// Without a terminal, a step that takes long says every ten seconds that it goes on.
const BEAT_MS = 10_000;

/** Runs `work` and prints its label and duration. `work` may tell how far it is. */
export async function step(label, work) {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  let frame = 0;
  let now = "";
  const draw = () =>
    out.write(
      `\r\u001b[2K${dim(FRAMES[frame++ % FRAMES.length])} ${label} ${dim([now, seconds()].filter(Boolean).join(", "))}`,
    );
  const beat = () =>
    out.write(`  ${label} … ${[now, `${Math.round((Date.now() - started) / 1000)} s`].filter(Boolean).join(", ")}\n`);
  const timer = lively ? setInterval(draw, 100) : setInterval(beat, BEAT_MS);
  if (lively) draw();
  else out.write(`  ${label} …\n`);
  const clear = lively ? "\r\u001b[2K" : "";
  try {
    const result = await work((text) => {
      now = text;
    });
    out.write(`${clear}${green("✓")} ${label} ${dim(seconds())}\n`);
    return result;
  } catch (error) {
    out.write(`${clear}${red("✗")} ${label} ${dim(seconds())}\n`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Prints a line. */
export function note(line) {
  out.write(`${dim("·")} ${line}\n`);
}

/** Prints errors, one per line, and exits. */
export function giveUp(...lines) {
  for (const line of lines) out.write(`${red("✗")} ${line}\n`);
  process.exit(1);
}

/**
 * When the command began, in epoch milliseconds: the start of its first process. That one may have installed the packages and moved
 * to their Node, and told its child. A program that merely inherits the variables has another parent.
 */
export function firstMoment(env = process.env, parent = process.ppid) {
  const told = env.VELLUM_PARENT === String(parent) ? Number(env.VELLUM_STARTED) : 0;
  return told > 0 ? told : performance.timeOrigin;
}
