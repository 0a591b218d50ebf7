/** A response for every call that declares one, with each field that its schema reads. */
import { calls } from '@shared/contract';
import { guestCalls } from '@shared/contract/guest-charge';
import { paybackCalls } from '@shared/contract/payback';
import { releaseCalls } from '@shared/contract/releases';
import { tagCalls } from '@shared/contract/tags';
import { waitingCalls } from '@shared/contract/waiting-line';
import {
  boardConnector,
  fleetVehicle,
  measuredConnector,
  measurement,
  queueItem,
  releases,
} from './viewer-responses.ts';

/** All calls of the app: those that every page loads, and those of one screen. */
export const ALL_CALLS = {
  ...calls,
  ...paybackCalls,
  ...guestCalls,
  ...tagCalls,
  ...waitingCalls,
  ...releaseCalls,
};
type Calls = typeof ALL_CALLS;
/** Names of the calls that declare a schema for their response. */
export type CallWithResponse = {
  [Name in keyof Calls]: unknown extends Calls[Name]['response']['_zod']['output'] ? never : Name;
}[keyof Calls];

const AT = '2026-01-05T13:00:00Z';
const LATER = '2026-01-05T14:12:00Z';
const IMAGE = 'data:image/png;base64,iVBORw0KGgo=';

const coupon = {
  dcId: 1,
  udcId: 1,
  dcCode: 'BEMVINDO10',
  dcParameter: 10,
  dcType: 'DiscountCoupon',
  available: true,
};
const price = {
  priceProfilePeriodFreeCharge: false,
  PriceKwh: 1.9,
  PriceTimeCharging: 0.1,
  TransactionPrice: 2,
  PriceTimeParking: 0.2,
  ParkingGracePeriod: 10,
  PriceTimePlugged: 0.3,
  PriceTimeOverstay: 30,
  OverstayGracePeriod: 15,
  OverstayPenalty: 5,
  DiscountTotal: 1,
  coupon: { dcType: 'DiscountCoupon', dcParameter: 10 },
};
const days = Array.from({ length: 7 }, () => ({ isOpen: true, from: '08:00', to: '20:00' }));
const site = {
  csId: 1,
  csName: 'Oficina Central',
  csFormattedAddress: 'Rua Harmonia, 100',
  csLocation: { coordinates: [-46.69, -23.55] as [number, number] },
  distanceMeters: 1250,
  chargerSiteStatus: { available: 3, inUse: 2, reserved: 1, offLine: 4, disconnected: 1 },
  csFreeParking: true,
  csPrivate: false,
  isOpen: true,
  csAvailability: JSON.stringify(days),
  cmcType: 'AC',
  csBgFileId: 1,
  csLogoFileId: 1,
  csBgColor: '#3CCC10',
  cmMaxPower: 22,
  priceFrom: 1.9,
};
const siteConnector = {
  ...measurement,
  chargePointId: '1',
  connectorId: 1,
  cpCode: '12345',
  cpCsId: 1,
  name: 'Vaga 1',
  cpStatus: 'Online',
  connectorStatus: 'Available',
  cmMaxPower: 22,
  cmcType: 'AC',
  cctName: 'type2',
  priceProfilePeriod: price,
};
const transaction = {
  transactionId: 1,
  chargePointId: '1',
  connectorId: 1,
  startTime: AT,
  stopTime: LATER,
  startPriceProfilePeriod: price,
  meterTotal: 4.2,
  chargeRateKW: 7.4,
  suspendedSince: LATER,
  overstaySeconds: 60,
  pausedSince: LATER,
  pausedSeconds: 60,
  excludedSince: LATER,
  excludedBy: 'stop',
  excludedSeconds: 60,
  stopReason: 'driver',
  canUnlock: true,
  sharedPower: { limitKW: 11, maxKW: 22, waits: false },
  secondsToFull: 4500,
  uv: { uvName: 'Azulzinho' },
};
const liveConnector = {
  chargerId: '12345-1',
  chargePointId: '1',
  connectorId: 1,
  siteId: 1,
  status: 'Charging',
  isConnected: true,
  meterKWH: 4.2,
  chargeRateKW: 7.4,
  soC: 64,
  cmcType: 'AC',
  cctName: 'type2',
  cpCode: '12345',
  chargerModel: { cmMaxPower: 22 },
  transaction: { ...transaction, stopTime: null },
};
const order = {
  orderId: 1,
  orderState: 'paid',
  orderAmount: 60,
  orderAmmount: 60,
  orderUpdated: AT,
  orderInvoiceId: 'INV-1',
  orderIdempotencyKey: 'key',
  orderOtId: 0,
  orderPaymentMethodData: '{"description":"visa 4242","item_type":"credit_card"}',
  orderData: '{"due_date":"2036-01-05T13:00:00Z","pix":{"qrcode_text":"00020126580014br.gov.bcb.pix"}}',
  orderItems: [
    {
      orderItemDesc: 'Energia',
      orderItemCount: 23.45,
      orderItemAmount: 44.56,
      orderItemPrice: 1.9,
      orderItemRefunded: false,
    },
    { orderItemDesc: 'Taxa de início', orderItemCount: 1, orderItemAmount: 2 },
  ],
};
const user = {
  id: 1,
  name: 'Ana Souza',
  email: 'ana@faisca.example',
  phoneNumber: '11934567890',
  cpf: '52998224725',
  birthdate: '1990-02-28',
  hasPassword: true,
  groups: ['staff'],
  guest: false,
};
const card = {
  id: 1,
  item_type: 'credit_card',
  description: 'visa 4242',
  is_default: false,
  data: { display_number: 'XXXX-XXXX-XXXX-4242', holder_name: 'ANA SOUZA', month: 7, year: 2031 },
};
const manufacturer = { manufacturerId: 1, manufacturerName: 'BYD' };
const vehicle = {
  uvId: 1,
  uvAnuId: 1,
  uvName: 'Azulzinho',
  uvVmId: 1,
  uvLicencePlate: 'ABC1D23',
  uvVm: { vmName: 'Dolphin', vmManufacturer: manufacturer },
};
const entry = {
  uwhId: 1,
  uwhAmmount: 46.56,
  uwhUwttId: 1,
  orderItemDesc: 'Recarga',
  startTime: AT,
  stopTime: LATER,
  uwhTimestamp: LATER,
  transactionId: 1,
  uwhOrderId: 1,
  orderState: 'paid',
  orderItemRefunded: false,
};
const suggestion = {
  placeId: 'a',
  formattedAddress: 'Vila Madalena, São Paulo - SP',
  coordinates: { latitude: -23.55, longitude: -46.7 },
  attribution: 'Endereços © OpenStreetMap',
};
const recharge = {
  chargePointId: '1',
  connectorId: 1,
  startTime: AT,
  transactionId: 1,
  chargerSite: { csName: 'Oficina Central' },
};
const attempt = { ...recharge, attemptId: 1, waitUntil: '2036-01-05T13:00:00Z', errorCode: 'ConcurrentTx' };
const connectorToStart = { chargePointId: '1', connectorId: 1, name: 'Vaga 1', connectorStatus: 'Available' };

/** Most lists have two items, so that one of them can be malformed. */
export const RESPONSES = {
  brand: {
    appId: 1,
    appBrand: 'marca',
    brandName: 'Marca',
    appDisplayName: 'Marca Recargas',
    appBgColor: '#3CCC10',
    brandBgColor: '#3CCC10',
    appLogoFileId: 1,
    appLogoFile: IMAGE,
    appEmailSupportAddress: 'ajuda@faisca.example',
    appEmailSupportPhoneNumber: '1130000000',
    appEmailSupportWhatsappNumber: '11934567890',
    appTermsAndConditionsLink: 'https://faisca.example/terms',
    appPrivacyPolicyLink: 'https://faisca.example/policy',
    appUserDomain: 'faisca',
    liveTickets: true,
    detailedReports: true,
    guestCharge: true,
    autocharge: true,
    waitingLine: true,
  },
  file: { fileData: IMAGE },
  login: { token: 'token', user },
  register: { email: user.email, confirmationSent: true },
  userProfile: user,
  notificationSettings: { publicKey: 'BNc', subscribed: true, muted: ['chargeEnded'] },
  balance: { uwalBalance: 50 },
  topUp: { orderId: 1, orderState: 'paid', orderRefusal: 'funds' },
  paybackPlan: {
    parts: [
      { orderId: 1, amount: 30, item_type: 'credit_card', description: 'visa 4242' },
      { orderId: 2, amount: 60, item_type: 'pix', description: 'Pix' },
    ],
    kept: [
      { amount: 7, reason: 'tooOld' },
      { amount: 3, reason: 'noPayment' },
    ],
    paybacks: [
      { paybackId: 1, amount: 20, state: 'pending', at: AT, item_type: 'pix', description: 'Pix' },
      { paybackId: 2, amount: 10, state: 'done', at: AT, item_type: 'pix', description: 'Pix' },
    ],
  },
  requestPayback: { amount: 90 },
  paymentMethods: [card, { ...card, id: 2, description: 'mastercard 5454' }],
  paymentMethod: card,
  history: [entry, { ...entry, uwhId: 2, uwhUwttId: 2, orderItemDesc: 'Pix' }],
  order,
  userTransaction: {
    transactionId: 1,
    meterStop: 23450,
    startTime: AT,
    stopTime: LATER,
    chargeTime: 4320,
    amount: 46.56,
    excludedTimes: [
      { cause: 'offline', seconds: 720 },
      { cause: 'fault', seconds: 60 },
    ],
    stopReason: 'driver',
    canUnlock: true,
    chargerSite: site,
    chargePoint: {
      cpCode: '12345',
      cpCm: {
        cmMaxPower: 22,
        cmSpeed: 'AC',
        manufacturer: 'ABB',
        connectors: [{ connectorId: 1, cctName: 'type2' }, { connectorId: 2 }],
      },
    },
    connectorId: 1,
    startPricePeriod: price,
    startPriceProfilePeriod: price,
    uvName: 'Azulzinho',
    order,
  },
  siteSearch: [site, { ...site, csId: 2, csName: 'Oficina Norte' }],
  chargerSite: site,
  siteConnectors: [siteConnector, { ...siteConnector, connectorId: 2, name: 'Vaga 2' }],
  addressSearch: [suggestion, { ...suggestion, placeId: 'b', formattedAddress: 'Vila Mariana' }],
  chargerId: { chargerId: '12345-1' },
  connectorsOfCharger: [
    { ...liveConnector, status: 'Preparing', transaction: null },
    { ...liveConnector, status: 'Preparing', connectorId: 2, chargerId: '12345-2', transaction: null },
  ],
  connectorStatus: [liveConnector],
  currentPrice: price,
  activeRecharges: [recharge, { ...recharge, connectorId: 2, transactionId: 2 }],
  startAttempts: [attempt, { ...attempt, attemptId: 2, connectorId: 2, errorCode: null }],
  startCharge: { status: 'Accepted', info: '' },
  stopCharge: { status: 'Accepted', info: '' },
  vehicles: [vehicle, { ...vehicle, uvId: 2, uvName: 'Vermelhinho' }],
  vehicle,
  manufacturers: [manufacturer, { manufacturerId: 2, manufacturerName: 'Nissan' }],
  models: [
    { vmId: 1, vmName: 'Dolphin' },
    { vmId: 2, vmName: 'Seal' },
  ],
  coupons: { items: [coupon, { ...coupon, udcId: 2, dcCode: 'RECARGA5', dcType: 'ValueOfVoucher' }] },
  siteBoard: {
    csName: 'Garagem Norte',
    csLogoFileId: 1,
    csBgFileId: 1,
    csBgColor: '#10204A',
    count: 2,
    sharedPower: { maxKW: 60, usedKW: 41.2 },
    connectors: [boardConnector, { ...boardConnector, name: 'Carregador 02', connectorId: 2 }],
  },
  siteReliability: {
    csName: 'Garagem Norte',
    csLogoFileId: 1,
    csBgFileId: 1,
    connectors: [measuredConnector, { ...measuredConnector, name: 'Carregador 02', connectorId: 2 }],
  },
  fleetPriority: {
    csName: 'Garagem Norte',
    count: 2,
    requiredBattKwh: 812.44,
    chargeTimeACHour: 36.9,
    fleetVehicles: [fleetVehicle, { ...fleetVehicle, uvId: 2, uvLicencePlate: 'AAA1A11' }],
  },
  // The charge of the second car can be started.
  valetQueue: [
    queueItem,
    {
      ...queueItem,
      cqId: 1,
      cqUvLicencePlate: 'BRA2E19',
      status: 'QUEUED',
      chargePointName: null,
      plugWaitUntil: null,
    },
  ],
  valetConnectors: [connectorToStart, { ...connectorToStart, connectorId: 2, name: 'Vaga 2' }],
  liveTicket: { ticket: 'bilhete' },
  unlockCable: { status: 'Unlocked', info: '' },
  valetStart: { status: 'Accepted', info: '' },
  releases,
  changeRelease: releases,
  waitingPlace: {
    place: {
      csId: 1,
      csName: 'Shopping Ibirapuera',
      plug: 'ccs2',
      position: 2,
      estimateMinutes: 25,
      missed: false,
      turn: {
        chargePointId: 'CP-1',
        connectorId: 1,
        cpCode: '12345',
        name: '3',
        until: '2026-01-01T12:10:00Z',
      },
    },
  },
  tags: {
    tags: [
      {
        tagId: 1,
        kind: 'card',
        label: 'Cartão 1',
        uvId: 1,
        blocked: true,
        validUntil: '2040-01-01T03:00:00Z',
        transactionId: 2,
      },
      { tagId: 2, kind: 'car', label: '…1B2C', uvId: 1, blocked: false, transactionId: 1 },
    ],
    linkable: [
      { transactionId: 1, uvId: 1 },
      { transactionId: 3, uvId: 2 },
    ],
  },
  createGuestCharge: { orderId: 1 },
  guestCharge: {
    orderId: 1,
    chargePointId: '1',
    connectorId: 1,
    amount: 35,
    state: 'refused',
    errorCode: 'CONNECTOR_UNAVAILABLE',
    transactionId: 1,
    spent: 12.5,
    back: [
      { amount: 20, state: 'done', bankId: 'D123' },
      { amount: 2.5, state: 'pending', bankId: 'D124' },
    ],
  },
  createGuestAccount: { token: 'token', user },
} satisfies { [Name in CallWithResponse]: Calls[Name]['response']['_zod']['input'] };
