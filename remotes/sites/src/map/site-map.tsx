import type { SiteMapProps } from './site-map-props.ts';

/** The sites on a map. */
export function SiteMap({ sites, onOpen }: SiteMapProps) {
  return (
    <ul>
      {sites.map((site) => (
        <li key={site.csId}>
          <button type="button" onClick={() => onOpen(site)}>
            {site.csName}
          </button>
        </li>
      ))}
    </ul>
  );
}
