export { WaitingCard } from './own-place.tsx';
export { SiteLine } from './site-line.tsx';
