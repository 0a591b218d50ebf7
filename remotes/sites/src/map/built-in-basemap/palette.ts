import styles from './palette.module.css';

/**
 * Reads the basemap's colours for the current colour scheme. The map's canvas can't resolve custom
 * properties, so a hidden element computes them.
 */
export function readPalette() {
  const probe = document.createElement('span');
  probe.className = styles.palette ?? '';
  probe.hidden = true;
  document.body.append(probe);
  const color = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const palette = {
    abroad: color('abroad'),
    land: color('land'),
    city: color('city'),
    border: color('border'),
    park: color('park'),
    water: color('water'),
    airport: color('airport'),
    road: color('road'),
    expressway: color('expressway'),
    casing: color('casing'),
    halo: color('halo'),
    placeWords: color('place-words'),
    roadWords: color('road-words'),
    waterWords: color('water-words'),
    parkWords: color('park-words'),
  };
  probe.remove();
  return palette;
}

export type Palette = ReturnType<typeof readPalette>;
