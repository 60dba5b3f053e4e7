import { CodeBlock } from "@/components/ui/code-block";
import type { ReferenceCall } from "@/lib/api/reference/calls";

const printed = "print:[&_pre]:whitespace-pre-wrap";

/** One call in each language, of which the one that the reader chose is shown. */
export function Examples({ examples: { curl, node, python } }: Pick<ReferenceCall, "examples">) {
  return (
    <>
      <div className="hidden group-has-[#language-curl:checked]/docs:block">
        <CodeBlock label="curl" code={curl} className={printed} />
      </div>
      <div className="hidden group-has-[#language-node:checked]/docs:block">
        <CodeBlock label="Node" code={node} className={printed} />
      </div>
      <div className="hidden group-has-[#language-python:checked]/docs:block">
        <CodeBlock label="Python" code={python} className={printed} />
      </div>
    </>
  );
}
