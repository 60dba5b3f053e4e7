/** What Next passes to a page: its parameters by name, and the URL's query. */
export type PageProps<Name extends string = never> = {
  params: Promise<Record<Name, string>>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};
