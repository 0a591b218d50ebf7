/** Every path of the product. Imports nothing, as the backend has links to screens as well. */

const part = encodeURIComponent;

/** Returns every path of the product below one brand. */
export const pathsOf = (brand: string) => {
  const at = (path: string) => `/${part(brand)}/${path}`;
  return {
    home: () => at(''),
    login: () => at('login'),
    register: () => at('register'),
    forgotPassword: () => at('forgotPassword'),
    redefinePassword: (token: string) => at(`forgot-password-app/${part(token)}`),
    passwordRedefined: () => at('sucessRedefinePassword'),
    emailConfirmed: () => at('confirmation-app'),
    terms: () => at('terms-of-use'),
    privacy: () => at('privacy-policy'),
    switchBrand: () => at('switchBrand'),
    charger: (siteId: string, distanceMeters?: number) =>
      at(
        `charger/${part(siteId)}${distanceMeters === undefined ? '' : `?dist=${Math.round(distanceMeters)}`}`,
      ),
    recharge: (chargePointId: string, connectorId: string) =>
      at(`recharge/${part(chargePointId)}/${part(connectorId)}`),
    qrcode: (number?: string) => at(number === undefined ? 'qrcode' : `qrcode/${part(number)}`),
    paymentMethods: () => at('paymentMethods'),
    /** `method` is a saved card's id or `pix`; `reais` the preselected amount. */
    addCredit: (method: string, reais?: number) =>
      at(`addCredit/${part(method)}${reais === undefined ? '' : `?valor=${reais}`}`),
    addPix: (orderId: string) => at(`addPix/${part(orderId)}`),
    /** A new card, or a saved one to view and edit. */
    addCreditCard: (cardId?: string) =>
      at(cardId === undefined ? 'addCreditCard' : `addCreditCard/${part(cardId)}`),
    extract: () => at('extract'),
    chargeReceipt: (transactionId: string) => at(`extract/recharge/${part(transactionId)}`),
    creditReceipt: (orderId: string) => at(`extract/credit/${part(orderId)}`),
    userProfile: () => at('userProfile'),
    switchPassword: (hasPassword: boolean) => at(`switchPassword/${hasPassword}`),
    coupons: () => at('coupons'),
    accountDeletion: () => at('accountDeletion'),
    vehiclesList: () => at('vehicles-list'),
    newVehicle: () => at('vehicles'),
    vehicle: (uvId: string) => at(`vehicle-detail/${part(uvId)}`),
    fleetBoard: (siteId: string) => at(`viewers/fleet/charger-status/${part(siteId)}`),
    valetBoard: (siteId: string) => at(`viewers/vallet/charger-status/${part(siteId)}`),
    fleetPriority: (siteId: string) => at(`viewers/fleet/recharge-priority/${part(siteId)}`),
    reliability: (siteId: string) => at(`viewers/fleet/reliability/${part(siteId)}`),
    valet: (siteId: string) => at(`valet/${part(siteId)}`),
  };
};
