/** The demo's site with the fleet's board. */
export const FLEET_GARAGE = 'Garagem da Frota Barra Funda';
