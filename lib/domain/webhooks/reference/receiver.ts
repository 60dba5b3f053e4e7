/** A program that takes webhooks, as the reference shows it: it runs as it stands, and answers 204 or 400. */
export type Receiver = {
  id: "node" | "stripe" | "standardwebhooks" | "python" | "php";
  /** What the choice between them says. */
  label: string;
  /** The file's name, and what it needs beside the language. */
  file: string;
  code: string;
};
