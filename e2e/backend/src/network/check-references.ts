/** Checks what the schema of a network file can't: references between names, and duplicates. */

import { minKwOf } from '../domain/power/read-sites.ts';
import type { Problem } from '../platform/yaml-file.ts';
import type { NetworkFile } from './network-file.ts';

const MINUTES_PER_DAY = 24 * 60;
type Prices = NetworkFile['prices'][string];

export function checkReferences(network: NetworkFile): Problem[] {
  const problems: Problem[] = [];
  const report = (message: string, ...path: PropertyKey[]) => problems.push({ path, message });
  const createUniqueCheck = () => {
    const seen = new Set<string>();
    return (name: string, what: string, ...path: PropertyKey[]) => {
      if (seen.has(name)) report(`there is another ${what}`, ...path);
      seen.add(name);
    };
  };
  const createReferenceCheck = (known: Iterable<string>, what: string) => {
    const names = new Set(known);
    return (name: string | undefined, ...path: PropertyKey[]) => {
      if (name !== undefined && !names.has(name)) report(`there is no ${what} '${name}'`, ...path);
    };
  };
  const { brands, sites, prices, chargePointModels, openingHours } = network;
  const checkBrand = createReferenceCheck(
    brands.map(({ slug }) => slug),
    'brand',
  );
  const createAccountCheck = (what: string, ...path: PropertyKey[]) => {
    const checkOnce = createUniqueCheck();
    return ({ brand, email }: { brand: string; email: string }, i: number) => {
      checkBrand(brand, ...path, i, 'brand');
      checkOnce(`${brand}/${email}`, `${what} '${email}' of the brand '${brand}'`, ...path, i, 'email');
    };
  };
  const checkSite = createReferenceCheck(Object.keys(sites), 'site');
  const checkPrice = createReferenceCheck(Object.keys(prices), 'price');
  const checkModel = createReferenceCheck(Object.keys(chargePointModels), 'charge point model');
  const checkHours = createReferenceCheck(Object.keys(openingHours), 'openingHours entry');

  const checkBrandOnce = createUniqueCheck();
  for (const [i, { slug }] of brands.entries()) checkBrandOnce(slug, `brand '${slug}'`, 'brands', i);

  for (const [name, list] of Object.entries(prices))
    for (const message of problemsOfPrices(list)) report(message, 'prices', name);

  for (const [name, { connectors }] of Object.entries(chargePointModels)) {
    for (const [i, { minPowerKw = 0, maxPowerKw }] of connectors.entries())
      if (minPowerKw > maxPowerKw)
        report('must not exceed maxPowerKw', 'chargePointModels', name, 'connectors', i, 'minPowerKw');
    const checkPlaceOnce = createUniqueCheck();
    for (const [i, { evse = i + 1, connector = 1 }] of connectors.entries())
      checkPlaceOnce(
        `${evse} ${connector}`,
        `connector ${connector} at EVSE ${evse}`,
        ...['chargePointModels', name, 'connectors', i],
      );
  }

  const [checkIdOnce, checkCodeOnce] = [createUniqueCheck(), createUniqueCheck()];
  for (const [key, site] of Object.entries(sites)) {
    const sitePath = ['sites', key];
    const checkSiteBrandOnce = createUniqueCheck();
    for (const [i, brand] of site.brands.entries()) {
      checkBrand(brand, ...sitePath, 'brands', i);
      checkSiteBrandOnce(brand, `brand '${brand}'`, ...sitePath, 'brands', i);
    }
    checkHours(site.hours, ...sitePath, 'hours');
    checkPrice(site.price, ...sitePath, 'price');
    const { maxPowerKw: siteKw, powerGroups } = site;
    if (siteKw === undefined && Object.keys(powerGroups).length > 0)
      report('need the maxPowerKw of the site', ...sitePath, 'powerGroups');
    const checkGroup = createReferenceCheck(Object.keys(powerGroups), 'powerGroups entry');
    for (const [i, { id, code, model, price, connectors, powerGroup }] of site.chargePoints.entries()) {
      const pointPath = [...sitePath, 'chargePoints', i];
      checkIdOnce(id, `charge point '${id}'`, ...pointPath, 'id');
      checkCodeOnce(code, `charge point with the code ${code}`, ...pointPath, 'code');
      checkPrice(price, ...pointPath, 'price');
      checkModel(model, ...pointPath, 'model');
      checkGroup(powerGroup, ...pointPath, 'powerGroup');
      const limitKw = Math.min(siteKw ?? Infinity, powerGroups[powerGroup ?? ''] ?? Infinity);
      const own = chargePointModels[model]?.connectors ?? [];
      if (own.some((connector) => minKwOf(connector) > limitKw))
        report(`needs more power than the ${limitKw} kW that it can get`, ...pointPath, 'model');
      if (siteKw !== undefined && new Set(own.map(({ evse }, n) => evse ?? n + 1)).size < own.length)
        report(
          'must not have several connectors at one EVSE: the site has maxPowerKw',
          ...pointPath,
          'model',
        );
      const count = chargePointModels[model]?.connectors.length ?? connectors.length;
      if (count !== connectors.length)
        report(`must have ${count} names: '${model}' has that many connectors`, ...pointPath, 'connectors');
    }
  }

  const checkCouponOnce = createUniqueCheck();
  for (const [i, { brand, code, site, percent, value }] of network.coupons.entries()) {
    checkBrand(brand, 'coupons', i, 'brand');
    checkSite(site, 'coupons', i, 'site');
    checkCouponOnce(`${brand}/${code}`, `coupon '${code}' of the brand '${brand}'`, 'coupons', i, 'code');
    if ((percent === undefined) === (value === undefined))
      report('must have either percent or value', 'coupons', i);
  }

  const checkValet = createAccountCheck('valet', 'valets');
  for (const [i, valet] of network.valets.entries()) {
    checkValet(valet, i);
    const checkSiteOnce = createUniqueCheck();
    for (const [j, site] of valet.sites === 'all' ? [] : valet.sites.entries()) {
      checkSite(site, 'valets', i, 'sites', j);
      checkSiteOnce(site, `site '${site}'`, 'valets', i, 'sites', j);
    }
  }

  network.operators.forEach(createAccountCheck('operator', 'operators'));

  for (const [group, accounts] of Object.entries(network.groups))
    accounts.forEach(createAccountCheck('account', 'groups', group));

  const [checkFleet, checkTagOnce] = [createAccountCheck('fleet of', 'fleets'), createUniqueCheck()];
  for (const [i, fleet] of network.fleets.entries()) {
    checkFleet(fleet, i);
    const checkPlateOnce = createUniqueCheck();
    for (const [j, { plate, site, card, departure, requiredKwh }] of fleet.vehicles.entries()) {
      const vehiclePath = ['fleets', i, 'vehicles', j];
      checkPlateOnce(plate, `vehicle with the plate ${plate}`, ...vehiclePath, 'plate');
      checkSite(site, ...vehiclePath, 'site');
      if (requiredKwh !== undefined && departure === undefined)
        report("needs the vehicle's departure", ...vehiclePath, 'requiredKwh');
      if (card) checkTagOnce(card.toUpperCase(), `card '${card}'`, ...vehiclePath, 'card');
    }
  }
  for (const [i, card] of network.cards.entries()) {
    checkTagOnce(card.tag.toUpperCase(), `card '${card.tag}'`, 'cards', i, 'tag');
    if ('brand' in card) checkBrand(card.brand, 'cards', i, 'brand');
  }
  return problems;
}

/** Groups prices by `validFrom`, earliest first. */
export function versionsOf(prices: Prices): { validFrom: Date | null; periods: Prices }[] {
  const byStart = Map.groupBy(prices, ({ validFrom }) => validFrom?.getTime() ?? Number.NEGATIVE_INFINITY);
  return [...byStart]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([start, periods]) => ({ validFrom: Number.isFinite(start) ? new Date(start) : null, periods }));
}

/** Reports times with no price or two: a charge can start at any instant. */
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
