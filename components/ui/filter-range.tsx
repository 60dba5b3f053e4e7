import { FilterSelect } from "./filter-select";
import { FilterText } from "./filter-text";
import { RANGE_OPTIONS, type RangeAddress } from "./list-range";

const ofTwoTimes = "hidden group-has-[option[value=custom]:checked]/range:flex max-md:col-span-2";

/** A list's time filter: a length of time back from now, or two times. See `rangeQuery`. */
export function FilterRange({ range, from, to }: RangeAddress) {
  return (
    <div className="group/range contents">
      <FilterSelect param="range" listed={range} label="Time" options={RANGE_OPTIONS} allLabel="Any time" />
      <FilterText param="from" listed={from} label="From (UTC)" type="datetime-local" className={ofTwoTimes} />
      <FilterText param="to" listed={to} label="To (UTC)" type="datetime-local" className={ofTwoTimes} />
    </div>
  );
}
