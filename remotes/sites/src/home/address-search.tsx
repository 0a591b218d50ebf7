import { isConnectionFailure, queries, useQuery } from '@shared/client';
import type { AddressSuggestion } from '@shared/contract';
import { Button, IconButton, words } from '@shared/ui';
import { MapPin, Search, X } from '@shared/ui/icons';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import styles from './address-search.module.css';
import type { ChosenPlace } from './search-params.ts';
import { strings } from './strings.ts';

interface AddressSearchProps {
  /** The chosen place; the field shows its name. */
  place: ChosenPlace | undefined;
  /** `undefined` clears the chosen place. */
  onChoose: (place: ChosenPlace | undefined) => void;
}

const NONE = -1;

/** Address search box: a combobox with the found addresses as options. */
export function AddressSearch({ place, onChoose }: AddressSearchProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const chosen = place?.name ?? '';
  const [text, setText] = useState(chosen);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(NONE);
  const { addresses, searching, error, searchNow } = useAddressSearch(text, isOpen);
  const options = addresses ?? [];

  // The place can also change outside this field, through the return button or browser navigation.
  const [shown, setShown] = useState(chosen);
  if (shown !== chosen) {
    setShown(chosen);
    setText(chosen);
  }

  const close = () => {
    setOpen(false);
    setActive(NONE);
  };
  const type = (typed: string) => {
    setText(typed);
    setOpen(true);
    setActive(NONE);
  };
  const reopen = () => {
    if (text !== chosen) setOpen(true);
  };
  const choose = ({ formattedAddress: name, coordinates }: AddressSuggestion) => {
    close();
    setText(name);
    // Closes the on-screen keyboard, which would cover the results.
    if (matchMedia('(pointer: coarse)').matches) input.current?.blur();
    onChoose({ name, lat: coordinates.latitude, lng: coordinates.longitude });
  };
  const clear = () => {
    close();
    setText('');
    if (place) onChoose(undefined);
    input.current?.focus();
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => (isOpen ? setActive((active + 1) % Math.max(1, options.length)) : setOpen(true)),
    ArrowUp: () => (isOpen ? setActive(active > 0 ? active - 1 : options.length - 1) : setOpen(true)),
    Enter: () => {
      const suggestion = options[Math.max(0, active)];
      if (suggestion) choose(suggestion);
      else if (isOpen) searchNow();
      else setOpen(true);
    },
    Escape: () => (isOpen ? close() : clear()),
  };
  const press = (event: KeyboardEvent) => {
    const handleKey = keys[event.key];
    // During IME composition, these keys belong to the input method.
    if (!handleKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    handleKey();
  };

  const optionId = (index: number) => `${id}-${index}`;
  const activeId = isOpen && options[active] ? optionId(active) : undefined;
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const status = searching ? strings.searching : error ? failureOf(error) : outcomeOf(addresses);
  const attribution = options.find((option) => option.attribution)?.attribution;
  const hasPopup = isOpen && status !== '';
  return (
    <form
      className={styles.search}
      onSubmit={(event) => event.preventDefault()}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <Search />
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={strings.searchAddress}
        aria-autocomplete="list"
        aria-expanded={hasPopup}
        aria-controls={`${id}-list`}
        aria-activedescendant={activeId}
        placeholder={strings.searchAddress}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={120}
        value={text}
        onChange={(event) => type(event.target.value)}
        onFocus={reopen}
        // A field that is already focused, e.g. after a dialog, gets no focus event.
        onClick={reopen}
        onKeyDown={press}
      />
      {text !== '' && (
        <div className={styles.clear}>
          <IconButton label={strings.clearAddress} icon={<X />} onClick={clear} />
        </div>
      )}
      <div className={styles.popup} data-open={hasPopup}>
        <div
          id={`${id}-list`}
          role="listbox"
          tabIndex={-1}
          aria-label={strings.addresses}
          onMouseDown={keepFocus}
          hidden={options.length === 0}
        >
          {options.map((address, index) => (
            <button
              key={address.placeId}
              type="button"
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onClick={() => choose(address)}
            >
              <MapPin />
              <bdi>{address.formattedAddress}</bdi>
            </button>
          ))}
        </div>
        {attribution && <p className={styles.credit}>{attribution}</p>}
        <p role="status" data-spoken={options.length > 0}>
          {isOpen ? status : ''}
        </p>
        {isOpen && error && !searching && (
          <Button variant="quiet" onMouseDown={keepFocus} onClick={searchNow}>
            {words.retry}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Keeps the focus, and the on-screen keyboard, on the field when the popup is pressed. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** Returns the message for a failed address search. */
const failureOf = (error: Error) => (isConnectionFailure(error) ? words.networkFailure : words.serverFailure);

function outcomeOf(addresses: readonly unknown[] | undefined): string {
  if (!addresses) return '';
  return addresses.length > 0 ? strings.addressesFound(addresses.length) : strings.noAddress;
}

const DEBOUNCE_MS = 800;
/** Length of the shortest Brazilian place names. */
const MIN_LETTERS = 2;

/**
 * Searches addresses once the typed text hasn't changed for 800 ms. Returns only results for the
 * current text, so a late response to an earlier text is never shown.
 */
function useAddressSearch(typed: string, enabled: boolean) {
  const text = typed.trim();
  const [searchedText, setSearchedText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearchedText(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  const isSearchable = enabled && text.length >= MIN_LETTERS;
  const isCurrent = isSearchable && searchedText === text;
  const { data, error, isFetching, refetch } = useQuery({
    ...queries.addressSearch(searchedText),
    enabled: isCurrent,
  });
  return {
    /** Undefined until loaded. */
    addresses: isCurrent ? data : undefined,
    searching: isSearchable && (!isCurrent || isFetching),
    error: isCurrent ? error : null,
    /** Searches without the debounce; retries after a failure. */
    searchNow: () => {
      if (!isCurrent) setSearchedText(text);
      else if (error) void refetch();
    },
  };
}
