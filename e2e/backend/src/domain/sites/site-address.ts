/** Neighbourhood of a site, as its address names it. */
export interface Neighbourhood {
  name: string;
  /** 'Campinas - SP', or empty if the address doesn't name the city. */
  city: string;
}

const POSTAL_CODE = /^\d{5}-?\d{3}$/;

/**
 * Returns the neighbourhood of an address such as 'Rua Harmonia, 100 - Vila Madalena' or 'Rua
 * Harmonia, 100 - Vila Madalena, São Paulo - SP, 05435-000, Brasil'.
 */
export function neighbourhoodOf(address: string): Neighbourhood | undefined {
  const [street = '', ...after] = address.split(' - ');
  const [name = '', ...others] = after
    .join(' - ')
    .split(',')
    .map((part) => part.trim());
  // 'Rua Harmonia, 100, São Paulo - SP' has the state there.
  if (!street || !name || /^[A-Z]{2}$/.test(name) || /\d/.test(name)) return undefined;
  const city = others.find((part) => part !== '' && !POSTAL_CODE.test(part) && part !== 'Brasil') ?? '';
  return { name, city };
}
