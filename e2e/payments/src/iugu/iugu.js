/**
 * The sandbox's replacement of iugu.js: the same global with the same functions and results. It sends
 * card numbers to `token` beside its own URL.
 */
(() => {
  const script = document.currentScript.src;
  const settings = { accountId: '', test: false };

  const BRANDS = [
    ['elo', /^(4011|4312|4389|4514|4576|5041|5066|5067|509|6277|6362|6363|650|6516|6550)/],
    ['amex', /^3[47]/],
    ['diners', /^3(0[0-5]|[68])/],
    ['visa', /^4/],
    ['mastercard', /^(5[1-5]|2[2-7])/],
  ];
  const digits = (text) => String(text ?? '').replace(/\D/g, '');

  const utils = {
    getBrandByCreditCardNumber: (number) =>
      BRANDS.find(([, pattern]) => pattern.test(digits(number)))?.[0] ?? false,
    /** Luhn's check digit. */
    validateCreditCardNumber(number) {
      const places = [...digits(number)].reverse();
      if (places.length < 13 || places.length > 19) return false;
      const sum = places.reduce((total, place, i) => {
        const value = Number(place) * (i % 2 ? 2 : 1);
        return total + (value > 9 ? value - 9 : value);
      }, 0);
      return sum % 10 === 0;
    },
    validateCVV: (cvv, brand) => digits(cvv).length === (brand === 'amex' ? 4 : 3),
    /** Month and year, of two or four digits; valid to the end of the month. */
    validateExpiration(month, year) {
      const [m, y] = [Number(digits(month)), Number(digits(year))];
      if (!(m >= 1 && m <= 12) || digits(year).length % 2 || !y) return false;
      return new Date(y < 100 ? y + 2000 : y, m, 1) > new Date();
    },
    validateExpirationString(text) {
      const [month, year, ...more] = String(text ?? '').split('/');
      return more.length === 0 && utils.validateExpiration(month, year);
    },
    validateFirstName: (name) => String(name ?? '').trim() !== '',
    validateLastName: (name) => String(name ?? '').trim() !== '',
  };

  function CreditCard(number, month, year, first_name, last_name, cvv) {
    return {
      number: digits(number),
      month: digits(month),
      year: digits(year).padStart(4, '20'),
      first_name,
      last_name,
      cvv: digits(cvv),
      brand: () => utils.getBrandByCreditCardNumber(number),
      /** Returns an entry for each invalid part; undefined if there is none. */
      errors() {
        const wrong = {
          number: !utils.validateCreditCardNumber(number),
          expiration: !utils.validateExpiration(month, year),
          verification_value: !utils.validateCVV(cvv, utils.getBrandByCreditCardNumber(number)),
          first_name: !utils.validateFirstName(first_name),
          last_name: !utils.validateLastName(last_name),
        };
        const names = Object.keys(wrong).filter((name) => wrong[name]);
        return names.length ? Object.fromEntries(names.map((name) => [name, 'is_invalid'])) : undefined;
      },
      valid() {
        return this.errors() === undefined;
      },
    };
  }

  /**
   * Calls back with `{id, method, test, extra_info}` or `{errors}`: an object of strings or arrays,
   * or one string.
   */
  function createPaymentToken(card, callback) {
    const errors = settings.accountId ? card.errors() : { account_id: 'is_invalid' };
    if (errors) {
      setTimeout(() => callback({ errors }));
      return;
    }
    const { number, cvv, first_name, last_name, month, year } = card;
    const { accountId: account_id, test } = settings;
    const data = { number, verification_value: cvv, first_name, last_name, month, year };
    fetch(new URL('token', script), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account_id, method: 'credit_card', test, data }),
    })
      .then((response) => response.json())
      .then(({ id, errors, extra_info, ...rest }) =>
        id
          ? { id, ...rest, extra_info: { brand: card.brand(), ...extra_info } }
          : { errors: errors ?? 'invalid_request' },
      )
      .catch(() => ({ errors: 'network_error' }))
      .then(callback);
  }

  globalThis.Iugu = {
    setAccountID: (id) => {
      settings.accountId = id;
    },
    getAccountID: () => settings.accountId,
    setTestMode: (test) => {
      settings.test = test;
    },
    CreditCard,
    createPaymentToken,
    utils,
  };
})();
