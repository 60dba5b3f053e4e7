import { emailAddress } from "@/lib/platform/wire";
import { CommandFailed } from "./report";

/** The address that a command line names. Throws `CommandFailed` for what is none, quoting it: a script may hold many. */
export function addressFrom(text: string): string {
  const address = emailAddress.safeParse(text);
  if (!address.success) throw new CommandFailed(`${text} is not an email address.`);
  return address.data;
}
