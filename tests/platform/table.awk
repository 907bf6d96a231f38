# Makes a table of the results of run-matrix: a row for each unit of a family, a column for each device.
# Input, separated by tabs: "device <title> <why it cannot serve, or -> <date>", then its "result <test>
# <state> <seconds> <why>". form=md: markdown, with the failed and the skipped below; form=csv.

$1 == "device" {
    devices++
    title[devices] = $2
    refused[devices] = $3 == "-" ? "" : $3
    date[devices] = $4
    next
}

{
    split($2, part, ".")
    unit = part[1] "." part[2]
    # the sizes of a unit's sweep are no units of their own
    if (!(unit in known)) {
        known[unit] = 1
        units[++unit_count] = unit
    }
    count[unit, devices, $3]++
    total[devices, $3]++
    seconds[devices] += $4
    if ($3 == "failed") {
        claim = substr($2, length(unit) + 2)
        failed[unit, devices] = failed[unit, devices] (failed[unit, devices] == "" ? "" : " ") claim
        failures = failures "- " title[devices] ": `" $2 "`: " $5 "\n"
    } else if ($3 == "known") {
        known_ones = known_ones "- " title[devices] ": `" $2 "`: " $5 "\n"
    } else if ($3 == "skipped") {
        reason = title[devices] ": " $5
        if (!(reason in skips)) {
            reasons[++reason_count] = reason
        }
        skips[reason]++
    }
}

function cell(unit, device,   text) {
    if (refused[device] != "") {
        return form == "csv" ? "refused" : "–"
    }
    if (count[unit, device, "passed"]) {
        text = count[unit, device, "passed"] " passed"
    }
    if (count[unit, device, "failed"]) {
        text = text (text == "" ? "" : ", ") count[unit, device, "failed"] " failed: " failed[unit, device]
    }
    if (count[unit, device, "known"]) {
        text = text (text == "" ? "" : ", ") count[unit, device, "known"] " known"
    }
    if (count[unit, device, "skipped"]) {
        text = text (text == "" ? "" : ", ") count[unit, device, "skipped"] " skipped"
    }
    return text == "" ? "not run" : text
}

function sum(device) {
    if (refused[device] != "") {
        return "refused: " refused[device]
    }
    return total[device, "passed"] + 0 " passed, " total[device, "failed"] + 0 " failed, " \
        total[device, "known"] + 0 " known, " total[device, "skipped"] + 0 \
        " skipped; " int(seconds[device] / 60 + 0.5) " min; " date[device]
}

function quoted(text) {
    gsub(/"/, "\"\"", text)
    return "\"" text "\""
}

function row(first, kind,   line, i, text) {
    line = form == "csv" ? quoted(first) : "| " first
    for (i = 1; i <= devices; i++) {
        text = kind == "title" ? title[i] : kind == "sum" ? sum(i) : cell(first, i)
        line = line (form == "csv" ? "," quoted(text) : " | " text)
    }
    print line (form == "csv" ? "" : " |")
}

END {
    row("tests", "title")
    if (form == "md") {
        line = "|---"
        for (i = 1; i <= devices; i++) {
            line = line "|---"
        }
        print line "|"
    }
    for (i = 1; i <= unit_count; i++) {
        row(units[i], "cell")
    }
    row("all", "sum")
    if (form == "md" && failures != "") {
        printf "\nFailed:\n\n%s", failures
    }
    if (form == "md" && known_ones != "") {
        printf "\nKnown, the driver's:\n\n%s", known_ones
    }
    if (form == "md" && reason_count > 0) {
        print "\nSkipped:\n"
        for (i = 1; i <= reason_count; i++) {
            print "- " reasons[i] " (" skips[reasons[i]] ")"
        }
    }
}
