import styles from './palette.module.css';

/**
 * The ground's colours as the page has them now, light or dark: the map's canvas can't read custom properties, so an
 * element is asked what each comes to.
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
