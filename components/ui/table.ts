import { type ColumnDef, metaHelper, tableFeatures } from "@tanstack/react-table";

/** How a column looks: class names of its cells, e.g. to hide it on narrow screens. */
export type ColumnLook = { readonly className?: string };

/** Filtering and paging happen on the server, so tables here need no feature of their own. */
export const features = tableFeatures({ columnMeta: metaHelper<ColumnLook>() });
export type Features = typeof features;
export type Columns<Row extends object> = readonly ColumnDef<Features, Row>[];

export const WIDE_ONLY = "hidden md:table-cell";
export const VERY_WIDE_ONLY = "hidden xl:table-cell";
