export { DeleteButton } from './delete-button.tsx';
export { failureText } from './failure-text.ts';
export { FormFailure } from './form-failure.tsx';
export { formatInput, formatOnInput, type Registration } from './format-input.ts';
export {
  confirmation,
  email,
  type FormRules,
  fullName,
  MAX_PASSWORD,
  PASSWORD_HINT,
  password,
  required,
  rule,
} from './rules.ts';
export { useSendForm } from './use-send-form.ts';
