import { useNavigate, usePaths } from '@shared/router';
import { IconButton, words } from '@shared/ui';
import { X } from '@shared/ui/icons';

/** Leaves the top-up and navigates home. */
export function CloseButton() {
  const navigate = useNavigate();
  const home = usePaths().home();
  return <IconButton label={words.close} icon={<X />} onClick={() => navigate(home)} />;
}
