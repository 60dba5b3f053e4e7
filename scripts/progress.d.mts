export function dim(text: string): string;
export function bold(text: string): string;
export function step<T>(label: string, work: (tell: (detail: string) => void) => Promise<T>): Promise<T>;
export function note(line: string): void;
export function giveUp(...lines: string[]): never;
export function firstMoment(env?: Readonly<Record<string, string | undefined>>, parent?: number): number;
