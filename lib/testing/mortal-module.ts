/** Where the process dies next; null for nowhere. */
export type Crash = { at: string | null };

/** The error with which a test ends the process. */
export const THE_END = "the process died";

export function die(crash: Crash, at: string | undefined): void {
  if (at !== undefined && crash.at === at) throw new Error(THE_END);
}

/** Where the process can die around a function. */
type Deaths = { before?: string; after?: string };
type Verb = (...args: never[]) => Promise<unknown>;

/** What `vi.mock` puts in a module's place: the same, but the process can die around some of its functions. */
export function mortal<Module extends object>(
  module: Module,
  crash: Crash,
  deaths: NoInfer<{ [Name in keyof Module]?: Module[Name] extends Verb ? Deaths : never }>,
): Module {
  const dying = Object.entries<Deaths | undefined>(deaths).map(([name, { before, after } = {}]) => {
    const real: (...args: unknown[]) => Promise<unknown> = Reflect.get<object, string>(module, name);
    const verb = async (...args: unknown[]) => {
      die(crash, before);
      const answer = await real(...args);
      die(crash, after);
      return answer;
    };
    return [name, verb];
  });
  return { ...module, ...Object.fromEntries(dying) };
}
