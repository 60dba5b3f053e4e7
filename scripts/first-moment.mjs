/**
 * When the command began, in epoch milliseconds: the start of its first process. That one may have installed the packages and moved
 * to their Node, and told its child. A program that merely inherits the variables has another parent.
 */
export function firstMoment(env = process.env, parent = process.ppid) {
  const told = env.VELLUM_PARENT === String(parent) ? Number(env.VELLUM_STARTED) : 0;
  return told > 0 ? told : performance.timeOrigin;
}
