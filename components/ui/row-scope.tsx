"use client";

import { createContext, type ReactNode, useContext } from "react";

const InRow = createContext(false);

/**
 * Around the rows of a list that each lead somewhere. In there, what only a pointer needs is no stop for the keyboard: an
 * exact time, or an id to copy, is on the page that the row leads to as well.
 */
export const RowScope = ({ children }: { children: ReactNode }) => <InRow value={true}>{children}</InRow>;

/** The `tabIndex` of what gives way in a row. */
export const useRowTabIndex = (): 0 | -1 => (useContext(InRow) ? -1 : 0);
