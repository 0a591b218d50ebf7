import { PRODUCT } from '@shared/contract';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { brands, siteBrands } from '../db/schema.ts';

/** Gives brands without sites those of the default brand. */
export async function shareSitesWithNewBrands(db: Db): Promise<void> {
  await db.execute(sql`
    insert into ${siteBrands} (site_id, brand_id)
    select lent.site_id, borrower.id
    from ${brands} as borrower
    join ${brands} as lender on lender.slug = ${PRODUCT.slug}
    join ${siteBrands} as lent on lent.brand_id = lender.id
    where not exists (select 1 from ${siteBrands} as own where own.brand_id = borrower.id)
    on conflict do nothing`);
}
