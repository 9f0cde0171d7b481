// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/action_table.h"

namespace longpole::window {
namespace {

constexpr Scope kAll = Scope::Window;
constexpr Scope kTimeline = Scope::Timeline;
constexpr Scope kBoth = Scope::Timelines;
constexpr Scope kCompare = Scope::Compare;

// clang-format off
constexpr ActionSpec kActions[] = {
    {"open", "File", "Open…", "Ctrl+O", kAll, "open", "Open a trace file"},
    {"open-folder", "File", "Open folder…", "Ctrl+Shift+O", kAll, "", "Open the files of a folder as one trace: ranks, or the tables of one run"},
    {"record", "File", "Record…", "Ctrl+R", kAll, "record", "Run a program and record what it does on the GPU"},
    {"compare", "File", "Compare with…", "Ctrl+D", kAll, "compare", "Compare this trace with another: did a change help?"},
    {"close", "File", "Close trace", "Ctrl+W", kAll, "", "Back to the start page"},
    {"export", "File", "Export…", "Ctrl+E", kAll, "export", "Save the timeline as PNG or SVG, or what is in view as CSV", false, true},
    {"quit", "File", "Quit", "Ctrl+Q", kAll, "", "Leave Longpole", false, true},

    {"copy", "Edit", "Copy", "Ctrl+C", kBoth, "copy", "Copy the selected slice as text and TSV"},
    {"copy-link", "Edit", "Copy link", "Ctrl+Shift+C", kAll, "", "Copy a link to this trace, view and selection"},
    {"search", "Edit", "Search", "/ Ctrl+F", kAll, "search", "Find slices by name", false, true},
    {"next-hit", "Edit", "Next hit", "Return F3", kBoth, "", "Go to the next hit of the search"},
    {"previous-hit", "Edit", "Previous hit", "Shift+Return Shift+F3", kBoth, "", "Go to the previous hit of the search"},
    {"mark", "Edit", "Mark selection", "M", kBoth, "", "Select the stretch of time of the selected slice", false, true},
    {"keep-mark", "Edit", "Keep mark", "Shift+M", kBoth, "", "Keep the selected stretch of time as a bookmark"},
    {"remove-mark", "Edit", "Remove mark", "Del", kBoth, "", "Remove the selected stretch of time and its bookmark"},
    {"clear", "Edit", "Clear", "Esc", kBoth, "", "Clear selection, stretch of time and search, one after the other"},

    {"zoom-in", "View", "Zoom in", "W Ctrl++ Ctrl+=", kBoth, "zoom-in", "Zoom in about the pointer (Ctrl+wheel)"},
    {"zoom-out", "View", "Zoom out", "S Ctrl+-", kBoth, "zoom-out", "Zoom out about the pointer (Ctrl+wheel)"},
    {"pan-left", "View", "Earlier", "A Left", kBoth, "", "Show earlier times (Shift+wheel, right drag)"},
    {"pan-right", "View", "Later", "D Right", kBoth, "", "Show later times (Shift+wheel, right drag)"},
    {"fit-selection", "View", "Fit selection", "F", kBoth, "", "Fit the selection into view; again: its lane"},
    {"fit-all", "View", "Fit all", "Home 0", kBoth, "fit", "Show the whole trace"},
    {"undo-zoom", "View", "Undo zoom", "Z Backspace Alt+Left", kBoth, "undo", "Back to the view before"},
    {"redo-zoom", "View", "Redo zoom", "Shift+Z Alt+Right", kBoth, "redo", "Forward to the view after"},
    {"pin-lane", "View", "Pin lane", "P", kBoth, "", "Keep the lane on top, or let it go", false, true},
    {"hide-lane", "View", "Hide lane", "H", kBoth, "", "Hide the lane"},
    {"show-lanes", "View", "Show all lanes", "Shift+H", kBoth, "", "Show hidden lanes again"},
    {"fold-all", "View", "Fold all lanes", "", kAll, "", "Fold every group"},
    {"unfold-all", "View", "Unfold all lanes", "", kAll, "", "Open every group"},
    {"lane-headers", "View", "Lane headers", "Ctrl+B", kAll, "", "Show or hide the names of lanes", true, true},
    {"wheel-zooms", "View", "Wheel zooms", "", kAll, "", "The wheel zooms instead of scrolling", true},
    {"compact", "View", "Compact lanes", "", kAll, "", "Lanes 14 pixels high", false, true},
    {"normal", "View", "Normal lanes", "", kAll, "", "Lanes 20 pixels high"},
    {"roomy", "View", "Roomy lanes", "", kAll, "", "Lanes 28 pixels high"},
    {"theme", "View", "Dark or light", "Ctrl+Shift+T", kAll, "theme", "Switch between the dark and the light theme", false, true},
    {"theme-system", "View", "Theme of the desktop", "", kAll, "", "Dark or light as the desktop is"},
    {"full-screen", "View", "Full screen", "F11", kAll, "", "Use the whole screen"},

    {"previous-slice", "Navigate", "Previous slice", ",", kBoth, "", "Select the slice before in the same row"},
    {"next-slice", "Navigate", "Next slice", ".", kBoth, "", "Select the slice after in the same row"},
    {"parent-slice", "Navigate", "Enclosing slice", "Up", kBoth, "", "Select the slice around the selected one"},
    {"child-slice", "Navigate", "Inner slice", "Down", kBoth, "", "Select the first slice inside the selected one"},
    {"link-back", "Navigate", "Back along path or link", "[", kTimeline, "", "The step before on the critical path; where it is off, from kernel to launch"},
    {"link-forward", "Navigate", "Forward along path or link", "]", kTimeline, "", "The next step of the critical path; where it is off, from launch to kernel"},
    {"critical-path", "Navigate", "Critical path", "C", kBoth, "path", "Outline what limits the run, in all lanes", true, true},
    {"next-stall", "Navigate", "Next stall", "G", kBoth, "stall", "Show the costliest stall of a GPU, then the next"},
    {"previous-stall", "Navigate", "Previous stall", "Shift+G", kBoth, "", "Back to the stall before, by cost"},
    {"find-lane", "Navigate", "Find lane…", "Ctrl+P", kAll, "", "Go to a lane by name", false, true},
    {"bookmark", "Navigate", "Bookmark", "B", kBoth, "bookmark", "Keep the selection or the moment under the pointer", false, true},

    {"next-difference", "Compare", "Next difference", "]", kCompare, "next", "Show the operation that changed the whole most, then the next"},
    {"previous-difference", "Compare", "Previous difference", "[", kCompare, "previous", "Back to the difference before"},
    {"align-start", "Compare", "Align starts", "L", kCompare, "", "Lay the starts of the selected operations one over the other", false, true},
    {"align-end", "Compare", "Align ends", "R", kCompare, "", "Lay the ends of the selected operations one over the other"},
    {"align-iterations", "Compare", "Align iterations", "Shift+L", kCompare, "", "Lay the first compared iterations one over the other, and show all"},
    {"link", "Compare", "Linked", "K", kCompare, "", "Both sides pan and zoom together", true},
    {"swap", "Compare", "Swap sides", "X", kCompare, "", "Before becomes after", false, true},
    {"side-by-side", "Compare", "Side by side", "V", kCompare, "", "Before on the left and after on the right, instead of one above the other", true},
    {"compare-back", "Compare", "Back along path or link", "Alt+[", kCompare, "", "In the timeline used last: the step before on the critical path; where it is off, from kernel to launch", false, true},
    {"compare-forward", "Compare", "Forward along path or link", "Alt+]", kCompare, "", "In the timeline used last: the next step of the critical path; where it is off, from launch to kernel"},
    {"check-outputs", "Compare", "Check outputs…", "", kCompare, "", "Compare the tensors that both versions saved", false, true},

    {"bottom-panels", "Panels", "Bottom panels", "Q", kBoth, "", "Show or hide the panels at the bottom", true},

    {"shortcuts", "Settings", "Keyboard shortcuts…", "", kAll, "", "Choose the keys of all actions"},

    {"keys", "Help", "Keys", "? F1", kAll, "help", "All keys"},
    {"palette", "Help", "Commands…", "Ctrl+Shift+P", kAll, "palette", "Run a command by name"},
    {"about", "Help", "About Longpole", "", kAll, "", "Version and licence", false, true},
};
// clang-format on

} // namespace

std::span<const ActionSpec> actionTable()
{
    return kActions;
}

} // namespace longpole::window
