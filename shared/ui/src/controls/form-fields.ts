/** Parts of forms. Bundled by the screens that use them, since the home needs none. */
export { Field, PasswordField, Select } from './field.tsx';
export { RadioCards } from './radio-cards.tsx';
export { Switch } from './switch.tsx';
