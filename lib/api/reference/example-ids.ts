/** The ids in the declared examples of calls that read. A signed-in reader sees their own in the same places. */
export const EXAMPLE_IDS = {
  account: "03f9c2k7v1m4x8q0z5t6b3n1a",
  depiction: "03f9c2k7v1m4x8q0z5t6b3n1c",
  scene: "03f9c2k7v1m4x8q0z5t6b3n1e",
  production: "03f9c2k7v1m4x8q0z5t6b3n1h",
  session: "03f9c2k7v1m4x8q0z5t6b3n1j",
} as const;
