"use client";

import { lazy, Suspense } from "react";
import { FilterSelect } from "./filter-select";
import { RANGE_OPTIONS, type RangeAddress } from "./list-range";

// Typing a time is rare: most pages of a list are drawn without it.
const FilterText = lazy(() => import("./filter-text").then((loaded) => ({ default: loaded.FilterText })));

/** A list's time filter: a length of time back from now, or two times. See `rangeQuery`. */
export function FilterRange({ range, from, to }: RangeAddress) {
  return (
    <>
      <FilterSelect param="range" label="Time" options={RANGE_OPTIONS} allLabel="Any time" />
      {range === "custom" ? (
        <Suspense>
          <FilterText param="from" listed={from} label="From (UTC)" type="datetime-local" />
          <FilterText param="to" listed={to} label="To (UTC)" type="datetime-local" />
        </Suspense>
      ) : null}
    </>
  );
}
