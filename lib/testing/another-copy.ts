let copies = 0;

/** A fresh copy of one module, as in another process. Its imports are shared. */
export const anotherCopy = <Module>(path: string): Promise<Module> =>
  import(/* @vite-ignore */ `@/${path}?copy=${++copies}`);
