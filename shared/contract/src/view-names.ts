/** Names in prerendered pages. Imports nothing, because the pages' inline script uses it. */

/** Id of the element with the prerendered view, next to `#root`. */
export const VIEW_ID = 'first-view';
/** Id of the `<script type="application/json">` with the view's data. */
export const DATA_ID = 'first-view-data';

/**
 * Which browsers a view was rendered for; JSON in `data-view` of `<html>`. In any other browser,
 * the inline script hides the view and sets the attribute to `VIEW_OFF`.
 */
export interface ViewConditions {
  /** Slug. */
  brand: string;
  /** Key of the session's token in local storage. */
  tokenKey: string;
  /** Whether the view is for a logged-in user. */
  isUser: boolean;
  /** The remote's candidate, which runs in `traffic` percent of the browsers. */
  candidate?: { name: string; version: string; traffic: number };
}
export const VIEW_OFF = 'off';

/**
 * Cookie of a prerendered page: the brand's slug, and `user` or `guest`. It contains no
 * identifier, and the app works without it.
 */
export const VIEW_COOKIE = 'view';
/** Cookie with the place that the browser remembers: latitude and longitude, rounded to 0.01°. */
export const PLACE_COOKIE = 'place';

/**
 * Item in local storage with the height of the home's recharge cards when they were last on the
 * screen, and the custom property with which the home reserves it.
 */
export const RECHARGES_HEIGHT = '--recharges-height';
