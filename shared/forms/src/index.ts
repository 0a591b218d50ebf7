export { DeleteButton } from './delete-button.tsx';
export { failureText, passwordRefusal } from './failure-text.ts';
export { confirmsPassword, email, fullName, PASSWORD_HINT, password, required } from './fields.ts';
export { FormFailure } from './form-failure.tsx';
export { formatInput, formatOnInput, type Registration } from './format-input.ts';
export { useSendForm } from './use-send-form.ts';
