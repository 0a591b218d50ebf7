/** Parts of forms. Bundled by the screens that use them, since the home needs none. */
export { Field, PasswordField, Select } from './field.tsx';
export { RadioCards, Switch } from './radio-cards.tsx';
