"use client";
import { LogOut, User } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { signOut } from "../queries/session.ts";
import { Button } from "../ui/button.tsx";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "../ui/menu.tsx";
import { useViewer } from "./viewer.tsx";

/** Who is signed in, and the way out. */
export function PersonMenu() {
  const { name, role } = useViewer();
  const router = useRouter();
  const [failed, setFailed] = useState(false);
  const leave = async () => {
    if (await signOut()) window.location.assign("/sign-in");
    else setFailed(true);
  };
  return (
    <>
      <Menu
        label="You"
        trigger={
          <Button kind="quiet" size="icon" aria-label={`You: ${name}`} title={name}>
            <User aria-hidden size={16} />
          </Button>
        }
      >
        <MenuLabel>
          <span className="block max-w-60 truncate font-medium text-ink">{name}</span>
          <span className="capitalize">{role}</span>
        </MenuLabel>
        <MenuSeparator />
        <MenuItem onSelect={() => router.push("/account")}>
          <User aria-hidden size={14} />
          My account
        </MenuItem>
        <MenuItem onSelect={() => void leave()}>
          <LogOut aria-hidden size={14} />
          Sign out
        </MenuItem>
      </Menu>
      <span role="status" className="text-person text-sm">
        {failed ? "Could not sign out. Try again." : ""}
      </span>
    </>
  );
}
