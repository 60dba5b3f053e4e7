let copies = 0;

/** One module again, without anything that the service's own copy remembers: as if in another process. Its imports are shared. */
export const anotherCopy = <Module>(path: string): Promise<Module> =>
  import(/* @vite-ignore */ `@/${path}?copy=${++copies}`);
