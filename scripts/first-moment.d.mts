export function firstMoment(env?: Readonly<Record<string, string | undefined>>, parent?: number): number;
