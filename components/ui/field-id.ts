/** The id of the control for a field name, so that an error summary can link to it. `performers.2.email` is fine. */
export function fieldId(name: string): string {
  return `field-${name.replaceAll(/[^A-Za-z0-9_-]/g, "-")}`;
}

/** The id of a list's filter form, so that a button elsewhere on the page can submit it. */
export const FILTERS_FORM = "filters";
