import { connect } from "./connect.ts";

export interface CatalogItem {
  readonly kind: string;
  readonly name: string;
  readonly definition: string;
}

/** Everything the schema `public` holds except Prisma's own table and what extensions brought; one row a thing, defined by PostgreSQL itself. */
const CATALOG = `
with tables as (
  select c.oid, c.relname from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
    and c.relname <> '_prisma_migrations'
)
select 'table' as kind, relname as name, '' as definition from tables
union all
select 'column', t.relname || '.' || a.attname,
  concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
    'default ' || pg_get_expr(d.adbin, d.adrelid), nullif(a.attidentity, ''), nullif(a.attgenerated, ''))
from tables t
join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
union all
select 'index', c.relname, pg_get_indexdef(i.indexrelid)
from tables t join pg_index i on i.indrelid = t.oid join pg_class c on c.oid = i.indexrelid
union all
select 'constraint', c.conname, pg_get_constraintdef(c.oid)
from tables t join pg_constraint c on c.conrelid = t.oid and c.contype <> 'n'
union all
select 'trigger', t.relname || '.' || g.tgname, pg_get_triggerdef(g.oid)
from tables t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
union all
select 'function', p.proname, pg_get_functiondef(p.oid)
from pg_proc p where p.pronamespace = 'public'::regnamespace
  and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
union all
select 'sequence', c.relname, format_type(s.seqtypid, null)
from pg_class c join pg_sequence s on s.seqrelid = c.oid where c.relnamespace = 'public'::regnamespace
union all
select 'enum', t.typname, string_agg(e.enumlabel, ', ' order by e.enumsortorder)
from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = 'public'::regnamespace group by t.typname
order by 1, 2`;

/** What a database's schema consists of, sorted. */
export async function readCatalog(url: string): Promise<CatalogItem[]> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<CatalogItem>(CATALOG);
    return rows;
  } finally {
    await client.end();
  }
}
