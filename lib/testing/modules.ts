type Together<Modules extends readonly unknown[]> = Modules extends readonly [infer First, ...infer Rest]
  ? First & Together<Rest>
  : unknown;

/**
 * What several modules export, as one object. For tests that import modules again, after they have set the environment.
 */
export async function together<Modules extends readonly object[]>(
  ...modules: { [Index in keyof Modules]: Promise<Modules[Index]> }
): Promise<Together<Modules>> {
  return Object.assign({}, ...(await Promise.all(modules)));
}
