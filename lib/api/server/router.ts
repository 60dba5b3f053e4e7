import type { PathParams } from "../declaration";

export type Match<T> = { path: string; target: T; params: PathParams };

type Node<T> = {
  fixed: Map<string, Node<T>>;
  variable?: { name: string; node: Node<T> };
  end?: { path: string; target: T };
};

/**
 * Matches a path with declared ones such as `/api/v1/solo-accounts/{accountId}`. Fixed segments win over variables. Paths match
 * exactly: no trailing slash, no empty variable, no change of case. Throws at start when two declarations are ambiguous.
 */
export function createRouter<T>(routes: readonly { path: string; target: T }[]): (path: string) => Match<T> | null {
  const root: Node<T> = { fixed: new Map() };
  for (const { path, target } of routes) {
    const node = place(root, path);
    if (node.end) throw new Error(`${path} and ${node.end.path} are the same path`);
    node.end = { path, target };
  }
  return (path) => {
    const values: [string, string][] = [];
    const end = find(root, path.split("/"), 0, values)?.end;
    return end ? { ...end, params: Object.fromEntries(values) } : null;
  };
}

function place<T>(root: Node<T>, path: string): Node<T> {
  let at = root;
  for (const segment of path.split("/")) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) {
      const next: Node<T> = at.fixed.get(segment) ?? { fixed: new Map() };
      at.fixed.set(segment, next);
      at = next;
    } else {
      at.variable ??= { name, node: { fixed: new Map() } };
      if (at.variable.name !== name) throw new Error(`${path}: {${name}} is called {${at.variable.name}} elsewhere`);
      at = at.variable.node;
    }
  }
  return at;
}

function find<T>(
  node: Node<T>,
  segments: readonly string[],
  index: number,
  values: [string, string][],
): Node<T> | null {
  const segment = segments[index];
  if (segment === undefined) return node.end ? node : null;
  const fixed = node.fixed.get(segment);
  const found = fixed && find(fixed, segments, index + 1, values);
  if (found) return found;
  const value = node.variable && segment !== "" ? decoded(segment) : null;
  if (!node.variable || value === null) return null;
  values.push([node.variable.name, value]);
  const below = find(node.variable.node, segments, index + 1, values);
  if (!below) values.pop();
  return below;
}

// A segment that doesn't decode matches nothing.
function decoded(segment: string): string | null {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
