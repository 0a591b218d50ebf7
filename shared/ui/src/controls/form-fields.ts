/** Parts of forms. Bundled by the screens that use them, since the home needs none. */
export { Field, Select } from './field.tsx';
export { PasswordField } from './password-field.tsx';
export { RadioCards } from './radio-cards.tsx';
export { Switch } from './switch.tsx';
