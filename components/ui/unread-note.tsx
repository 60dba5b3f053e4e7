/** Says which filters of the address were left out, as what it says of them could not be read. */
export const UnreadNote = ({ names }: { names: readonly string[] }) =>
  names.length > 0 ? (
    <p role="status" className="col-span-2 basis-full text-sm text-waiting">
      Not narrowed by what this address says of <span className="font-mono text-xs">{names.join(", ")}</span>: it could
      not be read.
    </p>
  ) : null;
