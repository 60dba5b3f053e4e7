/** Data with the status that it leaves with. */
export class Reply<Status extends number, Data> {
  constructor(
    readonly status: Status,
    readonly data: Data,
  ) {}
}

/** What a route's `handle` returns where it has more than one success: `respond(201, data)`. Bare data means 200. */
export const respond = <Status extends number, Data>(status: Status, data: Data): Reply<Status, Data> =>
  new Reply(status, data);
