/** URL paths of the screens. Imports nothing, because the backend uses it for links as well. */

const encode = encodeURIComponent;

/** Returns functions that build the path of each screen below a brand's slug. */
export const pathsOf = (brand: string) => {
  const at = (path: string) => `/${encode(brand)}/${path}`;
  return {
    home: () => at(''),
    login: () => at('login'),
    register: () => at('register'),
    forgotPassword: () => at('forgotPassword'),
    /** The token is in the fragment, which browsers send to no server. */
    redefinePassword: (token: string) => at(`forgot-password-app/#${encode(token)}`),
    passwordRedefined: () => at('sucessRedefinePassword'),
    emailConfirmed: () => at('confirmation-app'),
    terms: () => at('terms-of-use'),
    privacy: () => at('privacy-policy'),
    switchBrand: () => at('switchBrand'),
    charger: (siteId: string, distanceMeters?: number) =>
      at(`charger/${encode(siteId)}${distanceMeters === undefined ? '' : `?dist=${distanceMeters}`}`),
    recharge: (chargePointId: string, connectorId: string) =>
      at(`recharge/${encode(chargePointId)}/${encode(connectorId)}`),
    /** The charge without an account: of this device, or of the secret in the fragment. */
    guest: () => at('guest'),
    qrcode: (number?: string) => at(number === undefined ? 'qrcode' : `qrcode/${encode(number)}`),
    paymentMethods: () => at('paymentMethods'),
    /** `method` is a saved card's id or `pix`; `reais` the preselected amount. */
    addCredit: (method: string, reais?: number) =>
      at(`addCredit/${encode(method)}${reais === undefined ? '' : `?valor=${reais}`}`),
    addPix: (orderId: string) => at(`addPix/${encode(orderId)}`),
    /** A new card, or a saved one to view and edit. */
    addCreditCard: (cardId?: string) =>
      at(cardId === undefined ? 'addCreditCard' : `addCreditCard/${encode(cardId)}`),
    extract: () => at('extract'),
    chargeReceipt: (transactionId: string) => at(`extract/recharge/${encode(transactionId)}`),
    creditReceipt: (orderId: string) => at(`extract/credit/${encode(orderId)}`),
    userProfile: () => at('userProfile'),
    switchPassword: (hasPassword: boolean) => at(`switchPassword/${hasPassword}`),
    coupons: () => at('coupons'),
    accountDeletion: () => at('accountDeletion'),
    vehiclesList: () => at('vehicles-list'),
    newVehicle: () => at('vehicles'),
    vehicle: (uvId: string) => at(`vehicle-detail/${encode(uvId)}`),
    fleetBoard: (siteId: string) => at(`viewers/fleet/charger-status/${encode(siteId)}`),
    valetBoard: (siteId: string) => at(`viewers/vallet/charger-status/${encode(siteId)}`),
    fleetPriority: (siteId: string) => at(`viewers/fleet/recharge-priority/${encode(siteId)}`),
    reliability: (siteId: string) => at(`viewers/fleet/reliability/${encode(siteId)}`),
    valet: (siteId: string) => at(`valet/${encode(siteId)}`),
  };
};
