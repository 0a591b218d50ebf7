/** What the schema of a network file can't check: names that refer to each other, and repeated ones. */
import type { NetworkFile } from './network-file.ts';
import type { Problem } from './problem.ts';

const MINUTES_PER_DAY = 24 * 60;
type Prices = NetworkFile['prices'][string];

export function checkReferences(network: NetworkFile): Problem[] {
  const problems: Problem[] = [];
  const report = (message: string, ...path: PropertyKey[]) => problems.push({ path, message });
  const uniqueIn = () => {
    const seen = new Set<string>();
    return (name: string, what: string, ...path: PropertyKey[]) => {
      if (seen.has(name)) report(`there is another ${what}`, ...path);
      seen.add(name);
    };
  };
  const refersTo = (known: Iterable<string>, what: string) => {
    const names = new Set(known);
    return (name: string | undefined, ...path: PropertyKey[]) => {
      if (name !== undefined && !names.has(name)) report(`there is no ${what} '${name}'`, ...path);
    };
  };
  const { brands, sites, prices, chargePointModels, openingHours } = network;
  const isBrand = refersTo(brands, 'brand');
  const isSite = refersTo(Object.keys(sites), 'site');
  const isPrice = refersTo(Object.keys(prices), 'price');
  const isModel = refersTo(Object.keys(chargePointModels), 'charge point model');
  const isHours = refersTo(Object.keys(openingHours), 'opening hours');

  const brandOnce = uniqueIn();
  for (const [i, brand] of brands.entries()) brandOnce(brand, `brand '${brand}'`, 'brands', i);

  for (const [name, list] of Object.entries(prices))
    for (const message of problemsOfPrices(list)) report(message, 'prices', name);

  const [idOnce, codeOnce] = [uniqueIn(), uniqueIn()];
  for (const [key, site] of Object.entries(sites)) {
    const at = ['sites', key];
    const brandOfSiteOnce = uniqueIn();
    for (const [i, brand] of site.brands.entries()) {
      isBrand(brand, ...at, 'brands', i);
      brandOfSiteOnce(brand, `brand '${brand}'`, ...at, 'brands', i);
    }
    isHours(site.hours, ...at, 'hours');
    isPrice(site.price, ...at, 'price');
    for (const [i, { id, code, model, price, connectors }] of site.chargePoints.entries()) {
      const here = [...at, 'chargePoints', i];
      idOnce(id, `charge point '${id}'`, ...here, 'id');
      codeOnce(code, `charge point with the code ${code}`, ...here, 'code');
      isPrice(price, ...here, 'price');
      isModel(model, ...here, 'model');
      const count = chargePointModels[model]?.connectors.length ?? connectors.length;
      if (count !== connectors.length)
        report(`must have ${count} names: that many connectors has '${model}'`, ...here, 'connectors');
    }
  }

  const couponOnce = uniqueIn();
  for (const [i, { brand, code, site, percent, value }] of network.coupons.entries()) {
    isBrand(brand, 'coupons', i, 'brand');
    isSite(site, 'coupons', i, 'site');
    couponOnce(`${brand}/${code}`, `coupon '${code}' of the brand '${brand}'`, 'coupons', i, 'code');
    if ((percent === undefined) === (value === undefined))
      report('must have either percent or value', 'coupons', i);
  }

  const valetOnce = uniqueIn();
  for (const [i, { brand, email, sites: own }] of network.valets.entries()) {
    isBrand(brand, 'valets', i, 'brand');
    valetOnce(`${brand}/${email}`, `valet '${email}' of the brand '${brand}'`, 'valets', i, 'email');
    const siteOnce = uniqueIn();
    for (const [j, site] of own === 'all' ? [] : own.entries()) {
      isSite(site, 'valets', i, 'sites', j);
      siteOnce(site, `site '${site}'`, 'valets', i, 'sites', j);
    }
  }

  const operatorOnce = uniqueIn();
  for (const [i, { brand, email }] of network.operators.entries()) {
    isBrand(brand, 'operators', i, 'brand');
    operatorOnce(`${brand}/${email}`, `operator '${email}' of the brand '${brand}'`, 'operators', i, 'email');
  }

  const [fleetOnce, tagOnce] = [uniqueIn(), uniqueIn()];
  for (const [i, { brand, email, vehicles }] of network.fleets.entries()) {
    isBrand(brand, 'fleets', i, 'brand');
    fleetOnce(`${brand}/${email}`, `fleet of '${email}' of the brand '${brand}'`, 'fleets', i, 'email');
    const plateOnce = uniqueIn();
    for (const [j, { plate, site, card }] of vehicles.entries()) {
      const here = ['fleets', i, 'vehicles', j];
      plateOnce(plate, `vehicle with the plate ${plate}`, ...here, 'plate');
      isSite(site, ...here, 'site');
      if (card) tagOnce(card.toUpperCase(), `card '${card}'`, ...here, 'card');
    }
  }
  for (const [i, { tag }] of network.cards.entries())
    tagOnce(tag.toUpperCase(), `card '${tag}'`, 'cards', i, 'tag');
  return problems;
}

/** Prices with the same `validFrom`, the earliest first. */
export function versionsOf(prices: Prices): { validFrom: Date | null; periods: Prices }[] {
  const byStart = Map.groupBy(prices, ({ validFrom }) => validFrom?.getTime() ?? Number.NEGATIVE_INFINITY);
  return [...byStart]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([start, periods]) => ({ validFrom: Number.isFinite(start) ? new Date(start) : null, periods }));
}

/** A charge can start at any instant, so there must be one price for each. */
function problemsOfPrices(prices: Prices): string[] {
  const problems: string[] = [];
  const versions = versionsOf(prices);
  if (versions[0]?.validFrom !== null)
    problems.push('must have a price without validFrom, for the time before');
  for (const { validFrom, periods } of versions) {
    const spans = periods.map(({ hours }) => hours ?? { from: 0, to: MINUTES_PER_DAY });
    spans.sort((one, other) => one.from - other.from);
    const ends = [0, ...spans.map(({ to }) => to)];
    const isWhole = ends.at(-1) === MINUTES_PER_DAY && spans.every(({ from }, i) => from === ends[i]);
    if (isWhole && spans.every(({ from, to }) => from < to)) continue;
    const which = validFrom ? ` from ${validFrom.toISOString()} on` : '';
    problems.push(`must cover the day from 00:00 to 24:00 without gap or overlap${which}`);
  }
  return problems;
}
