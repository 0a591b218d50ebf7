/**
 * The login and the screens of users who have no account or password. One file, because the page's
 * first script has the name and hash of each file that it may load.
 */
export { ForgotScreen } from './forgot-password/forgot-screen.tsx';
export { LoginScreen } from './login/login-screen.tsx';
export { RedefineScreen } from './redefine-password/redefine-screen.tsx';
export { RegisterScreen } from './register/register-screen.tsx';
