import { FilterSelect } from "./filter-select";
import { FilterText } from "./filter-text";
import { RANGE_OPTIONS, type RangeAddress } from "./list-range";

/** A list's time filter: a length of time back from now, or two times. See `rangeQuery`. */
export function FilterRange({ range, from, to }: RangeAddress) {
  return (
    <>
      <FilterSelect param="range" label="Time" options={RANGE_OPTIONS} allLabel="Any time" />
      {range === "custom" ? (
        <>
          <FilterText param="from" listed={from} label="From (UTC)" type="datetime-local" />
          <FilterText param="to" listed={to} label="To (UTC)" type="datetime-local" />
        </>
      ) : null}
    </>
  );
}
